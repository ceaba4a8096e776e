-- Invoices that were made, once for each number of the record server. `content` is what they say, encrypted: later
-- prints show the same, whatever is owed by then.
create table invoices (
  licensee_id text not null,
  number text not null,
  patient_id text not null,
  -- Who made it: an account, or the session of a guest.
  payer text not null,
  amount_cents integer not null check (amount_cents > 0),
  content text not null,
  created_at timestamptz not null,
  -- When the record server has written it to its log of printed invoices.
  logged_at timestamptz,
  primary key (licensee_id, number)
);
create index invoices_of_patient on invoices (licensee_id, patient_id, created_at);
