-- To whom a message goes is encrypted like its words, and looked up by a keyed hash.
alter table outbox add column recipient_key text;
drop index outbox_by_recipient;
create index outbox_by_recipient on outbox (licensee_id, recipient_key, created_at);
