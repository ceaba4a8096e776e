-- Printed statements have a number in the record server's log too. What is listed are the invoices.
alter table invoices add column kind text not null default 'invoice' check (kind in ('invoice', 'statement'));

-- Keyed hash of what it says and of who may see it: the same content keeps its number. Null before this version.
alter table invoices add column content_key text;
create unique index invoices_by_content on invoices (licensee_id, patient_id, content_key);

-- When it was printed first; until now, when it was made.
alter table invoices add column printed_at timestamptz;
update invoices set printed_at = created_at;

-- A statement may be of a credit.
alter table invoices drop constraint invoices_amount_cents_check;
alter table invoices add check (kind = 'statement' or amount_cents > 0);
