-- What is tried again is an item of `jobs.job`, which pg-boss makes, with tries and pauses of its own. Rows without a next
-- try have such an item. Those with one are of portal 0.3, which may still run beside this one: they get an item when they
-- are due. The columns are dropped once no such portal runs.
alter table outbox alter column next_try_at drop not null;
alter table unsent_reviews alter column next_try_at drop not null;
alter table visit_news alter column next_try_at drop not null;
