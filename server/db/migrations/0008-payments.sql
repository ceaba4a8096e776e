-- A card whose number is being entered, or was entered, at the processor's page: one for each person. `session` and
-- `token` are encrypted.
create table entered_cards (
  licensee_id text not null,
  payer text not null,
  session text not null,
  page_url text not null,
  token text,
  brand text not null default '',
  last_four text not null default '',
  opened_at timestamptz not null,
  primary key (licensee_id, payer)
);

-- Card payments. `id` is the reference under which the processor charges at most once, and under which the record server
-- takes the payment at most once. created -> sent -> approved | declined | unknown; unknown -> approved | declined |
-- refunded; approved -> settled, when the record server has it.
create table payments (
  id text primary key,
  licensee_id text not null,
  patient_id text not null,
  payer text not null,
  account_id bigint,
  state text not null check (state in ('created', 'sent', 'unknown', 'approved', 'declined', 'refunded', 'settled')),
  amount_cents integer not null check (amount_cents between 1 and 999999),
  -- Brand and last four digits.
  card text not null,
  transaction_id text,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index payments_of_patient on payments (licensee_id, patient_id, created_at);
create index payments_to_end on payments (changed_at) where state in ('created', 'sent', 'unknown');

-- What a payment is for. A charge is open while its payment may still change what is owed: until then nobody else can
-- pay it.
create table payment_charges (
  payment_id text not null references payments (id) on delete cascade,
  licensee_id text not null,
  bill_id text not null,
  -- The day of service.
  day date not null,
  amount_cents integer not null,
  is_open boolean not null,
  primary key (payment_id, bill_id)
);
create unique index payment_charges_open on payment_charges (licensee_id, bill_id) where is_open;
