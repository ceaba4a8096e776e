-- Files that people attach to messages to the office: theirs alone, until the record server has them.
create table message_files (
  account_id bigint not null references accounts (id) on delete cascade,
  licensee_id text not null,
  patient_id text not null,
  -- The form in which it was attached; it may have no draft yet.
  draft_id text not null,
  id text not null,
  -- The message that waits for the record server; null before it is sent, and once the record server has it.
  outgoing_id text references outgoing_messages (id) on delete set null,
  name text not null,
  type text not null,
  bytes integer not null,
  -- Encrypted.
  content bytea not null,
  added_at timestamptz not null,
  primary key (account_id, licensee_id, patient_id, draft_id, id)
);

create index message_files_outgoing on message_files (outgoing_id);
create index message_files_added on message_files (added_at) where outgoing_id is null;
