-- Mail of patients and guardians to people outside of the practice.
create table external_mails (
  id text primary key,
  licensee_id text not null,
  -- Who wrote it.
  account_id bigint not null references accounts (id) on delete cascade,
  patient_id text not null,
  way text not null,
  state text not null,
  -- Why it is not delivered; null before the first attempt has ended.
  reason text,
  -- Who wrote to whom, and what; encrypted.
  content text not null,
  written_at timestamptz not null,
  -- Since when it has this state.
  changed_at timestamptz not null
);

create index external_mails_patient on external_mails (licensee_id, patient_id, written_at);
create index external_mails_account on external_mails (account_id, written_at);

-- What is attached, for as long as it is needed.
create table external_mail_files (
  mail_id text not null references external_mails (id) on delete cascade,
  id integer not null,
  name text not null,
  type text not null,
  -- Encrypted.
  content bytea not null,
  primary key (mail_id, id)
);

-- Accounts that know that simple mail is not protected.
create table mail_warnings (
  account_id bigint primary key references accounts (id) on delete cascade
);
