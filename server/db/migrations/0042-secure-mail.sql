-- Secure mail: its reader gets a link and reads it here.
alter table external_mails add column expires_at timestamptz;
-- When its reader opened it first.
alter table external_mails add column read_at timestamptz;

create index external_mails_expires on external_mails (expires_at) where expires_at is not null;

create table external_mail_links (
  token_hash text primary key,
  mail_id text not null references external_mails (id) on delete cascade,
  -- From 1.
  number integer not null,
  used_at timestamptz,
  unique (mail_id, number)
);
