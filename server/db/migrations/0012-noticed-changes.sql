-- The record server's own place in what began to be owed; null from one that knows bills only.
alter table bill_notices add column last_change text;
