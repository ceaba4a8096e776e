-- What a change replaced, and of how many tries a row tells (decision 60).
alter table audit_log
  add column detail text not null default '',
  add column tries integer not null default 1;
create index audit_log_by_practice on audit_log (licensee_id, id);

-- One entry for each row of the audit log of a practice, each with the hash of the one before it.
create table audit_chain (
  licensee_id text not null,
  number bigint not null,
  audit_id bigint not null unique,
  -- Of the row, as it was hashed.
  at text not null,
  row_hash text not null,
  hash text not null,
  chained_at timestamptz not null default now(),
  primary key (licensee_id, number)
);
create function audit_chain_is_append_only() returns trigger language plpgsql as $$ begin raise exception 'audit_chain is append-only'; end $$;
create trigger audit_chain_keeps before update or delete on audit_chain for each row execute function audit_chain_is_append_only();
create trigger audit_chain_stays before truncate on audit_chain for each statement execute function audit_chain_is_append_only();

-- Refused tries of one minute, until a row of the audit log tells of them.
create table refused_tries (
  licensee_id text not null,
  minute timestamptz not null,
  key text not null,
  count integer not null,
  last_at timestamptz not null,
  noted jsonb not null,
  primary key (licensee_id, minute, key)
);
