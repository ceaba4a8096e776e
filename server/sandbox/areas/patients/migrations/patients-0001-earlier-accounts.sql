-- The number of an account of the practice's earlier portal; 0 without one (specification 1 §3, patienT_MRA_ID).
alter table patients add column earlier_account_n integer not null default 0;
