-- The HTML of a mail; empty in text messages and in mails without one.
alter table outbox_messages add column html text not null default '';
