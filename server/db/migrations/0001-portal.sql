-- Accounts, sessions, settings, idempotency and holds of the portal itself. Clinical data is the record server's.

create table accounts (
  id bigint generated always as identity primary key,
  licensee_id text not null,
  kind text not null check (kind in ('patient', 'guardian', 'admin')),
  login text not null,
  login_key text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  employee_n text,
  must_reset boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (licensee_id, kind, login_key)
);

-- Whose patient an account may act for; the relation 'self' is the account holder's own.
create table authorisations (
  account_id bigint not null references accounts (id),
  patient_id text not null,
  emr_id text not null,
  first_name text not null,
  last_name text not null,
  relation text not null,
  primary key (account_id, patient_id)
);

create table sessions (
  id_hash text primary key,
  licensee_id text,
  account_id bigint,
  content jsonb not null,
  created_at timestamptz not null default now(),
  last_activity_at timestamptz not null,
  ends_at timestamptz not null
);
create index sessions_by_account on sessions (account_id);
create index sessions_by_end on sessions (ends_at);

create table setting_values (
  licensee_id text not null,
  name text not null,
  value jsonb,
  version integer not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (licensee_id, name)
);

create table idempotency_keys (
  owner text not null,
  key text not null,
  action text not null,
  input_hash text not null,
  effects jsonb,
  started_at timestamptz not null,
  primary key (owner, key)
);
create index idempotency_keys_by_start on idempotency_keys (started_at);

create table holds (
  id text primary key,
  licensee_id text not null,
  account_id bigint not null references accounts (id),
  patient_id text not null,
  slot_id text not null,
  mode text not null,
  provider_id text not null,
  facility_id text not null,
  starts_at timestamptz not null,
  minutes integer not null,
  details jsonb not null,
  state text not null check (state in ('held', 'booking', 'booked', 'released')),
  appointment_id text,
  ends_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index holds_one_each on holds (account_id) where state in ('held', 'booking');
create index holds_by_end on holds (state, ends_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  licensee_id text not null,
  account_id bigint,
  patient_id text,
  event text not null,
  subject text not null default '',
  request_id text not null default ''
);
create index audit_log_by_patient on audit_log (licensee_id, patient_id, at);
