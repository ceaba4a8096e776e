-- The last name as names are compared (compared-name.ts); null in rows of an earlier version until the portal starts.
alter table accounts add column last_name_key text;

create index accounts_by_last_name on accounts (licensee_id, last_name_key);
