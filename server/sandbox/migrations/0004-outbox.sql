-- What the stand-ins of a mail server and of a carrier of text messages were given.
create table outbox_messages (
  id integer primary key generated always as identity,
  channel text not null check (channel in ('mail', 'sms')),
  sender text not null,
  recipient text not null,
  subject text not null default '',
  body text not null,
  received_at timestamptz not null,
  message_id text not null,
  unique (channel, message_id, recipient)
);
