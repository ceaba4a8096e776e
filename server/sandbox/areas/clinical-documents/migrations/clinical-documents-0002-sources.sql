-- What brought a lab order, so that it is added once; null for one that was written here.
alter table lab_orders add column source_id text;
alter table lab_orders add constraint lab_orders_of_source unique (practice, patient_n, source_id);
