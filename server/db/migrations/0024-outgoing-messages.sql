-- Messages to the office that its record server does not have yet. What it has taken is deleted here.
create table outgoing_messages (
  -- The key under which the record server takes the message once.
  id text primary key,
  licensee_id text not null,
  account_id bigint not null references accounts (id) on delete cascade,
  patient_id text not null,
  state text not null check (state in ('sending', 'failed')),
  -- What the last attempt came to; null before the first one has ended.
  reason text check (reason in ('unreachable', 'unconfirmed', 'refused', 'gone')),
  -- Encrypted: subject, text, recipients.
  content text not null,
  written_at timestamptz not null
);

create index outgoing_messages_patient on outgoing_messages (licensee_id, patient_id, written_at);
