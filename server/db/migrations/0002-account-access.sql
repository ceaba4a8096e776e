-- Getting in, staying in, acting for others: what of a sign-up, a recovery and a second factor lasts between requests.

-- Guardians have no record of their own, so their contacts stand here. Empty for patients: theirs are the record server's.
alter table accounts
  add column email text not null default '',
  add column birth_day date,
  add column totp_secret text,
  add column totp_last_step bigint,
  add column password_changed_at timestamptz,
  add column password_version integer not null default 0;

-- A patient has one account of their own in a practice; a guardian may act within a scope and until a day.
alter table authorisations
  add column licensee_id text,
  add column scope jsonb,
  add column ends_at timestamptz,
  add column created_by bigint references accounts (id),
  add column created_at timestamptz not null default now();
update authorisations set licensee_id = (select accounts.licensee_id from accounts where accounts.id = authorisations.account_id);
alter table authorisations alter column licensee_id set not null;
create unique index authorisations_one_self on authorisations (licensee_id, patient_id) where relation = 'self';
create index authorisations_by_patient on authorisations (licensee_id, patient_id);

-- A way of several steps, known to one browser by a random id that is kept hashed here.
create table flows (
  id_hash text primary key,
  licensee_id text not null,
  purpose text not null,
  step text not null,
  subject jsonb not null,
  code_hash text,
  code_ends_at timestamptz,
  code_tries integer not null default 0,
  code_sends integer not null default 0,
  created_at timestamptz not null,
  ends_at timestamptz not null
);
create index flows_by_end on flows (ends_at);

-- Invitations of guardians; the link holds the token, which is kept hashed.
create table invitations (
  token_hash text primary key,
  licensee_id text not null,
  invited_by bigint not null references accounts (id),
  patient_id text not null,
  emr_id text not null,
  patient_first_name text not null,
  patient_last_name text not null,
  first_name text not null,
  last_name text not null,
  birth_day date not null,
  relation text not null,
  email text not null,
  scope jsonb,
  access_ends_at timestamptz,
  created_at timestamptz not null,
  ends_at timestamptz not null
);
create index invitations_by_patient on invitations (licensee_id, patient_id);
create index invitations_by_end on invitations (ends_at);

create table passkeys (
  id text primary key,
  account_id bigint not null references accounts (id),
  user_handle text not null,
  public_key text not null,
  counter bigint not null,
  transports jsonb not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_by_account on passkeys (account_id);

-- Each works once instead of a code of the authenticator.
create table recovery_codes (
  account_id bigint not null references accounts (id),
  code_hash text not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Mail and text messages that are to go out: once, also when the server that takes them is down for a while.
create table outbox (
  id text primary key,
  licensee_id text not null,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  subject text not null default '',
  body text not null,
  state text not null check (state in ('waiting', 'sending', 'sent', 'given up')),
  tries integer not null default 0,
  next_try_at timestamptz not null,
  not_after timestamptz not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index outbox_by_turn on outbox (state, next_try_at);

-- Who did what from where, and how it ended. Rows are added and never changed.
alter table audit_log
  add column actor_kind text not null default '',
  add column actor text not null default '',
  add column address text not null default '',
  add column outcome text not null default 'ok',
  add column transmit_to text not null default '',
  add column transmit_status text not null default '';
create function audit_log_is_append_only() returns trigger language plpgsql as $$ begin raise exception 'audit_log is append-only'; end $$;
create trigger audit_log_keeps before update or delete on audit_log for each row execute function audit_log_is_append_only();
create trigger audit_log_stays before truncate on audit_log for each statement execute function audit_log_is_append_only();
