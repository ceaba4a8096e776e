-- How often no patient fitted the details that somebody entered, by practice and hour (UTC); kept for a month.
create table failed_lookups (
  licensee_id text not null,
  hour timestamptz not null,
  count integer not null,
  primary key (licensee_id, hour)
);
