-- A mail as it was received, for readers that parse it themselves.
alter table outbox_messages add column reply_to text not null default '';
alter table outbox_messages add column source bytea;
