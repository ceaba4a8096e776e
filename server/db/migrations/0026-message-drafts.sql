-- Messages to the office that somebody has begun: theirs alone, until they send or delete them.
create table message_drafts (
  account_id bigint not null references accounts (id) on delete cascade,
  licensee_id text not null,
  patient_id text not null,
  id text not null,
  -- The message of the record server that it answers; null for a new message.
  reply_to text,
  -- Encrypted: what was typed into the form.
  content text not null,
  saved_at timestamptz not null,
  primary key (account_id, licensee_id, patient_id, id)
);
