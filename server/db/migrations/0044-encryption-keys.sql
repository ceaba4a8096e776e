-- The keys with which stored values may be encrypted: the portal does not start without one of them (decision 59).
create table encryption_keys (
  id text primary key,
  since timestamptz not null default now()
);

-- Versions before 0.7 have encrypted with the session secret.
insert into encryption_keys (id)
select 'session-secret'
where exists (select 1 from accounts where totp_secret is not null)
  or exists (select 1 from flows where subject ? 'encrypted')
  or exists (select 1 from entered_cards)
  or exists (select 1 from payments where receipt_details is not null)
  or exists (select 1 from invoices)
  or exists (select 1 from staff_tasks)
  or exists (select 1 from outgoing_messages)
  or exists (select 1 from message_drafts)
  or exists (select 1 from message_files)
  or exists (select 1 from external_mails)
  or exists (select 1 from record_export_pages)
  or exists (select 1 from record_export_pieces);
