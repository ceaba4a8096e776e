-- What the card processor said when it declined a payment; null if it never received the payment.
alter table payments add column refusal text;

-- An agreement to pay what was owed for some charges in monthly parts, each with one saved card.
create table installment_plans (
  id text primary key,
  licensee_id text not null,
  patient_id text not null,
  payer text not null,
  account_id bigint not null,
  -- The processor's number of the saved card. Its token is not stored.
  card_id text not null,
  brand text not null,
  last_four text not null,
  -- The ids of the charges: nothing else is paid.
  bill_ids jsonb not null,
  -- ended: all is paid, or nothing is owed.
  state text not null check (state in ('running', 'ended', 'stopped')),
  stopped_by text check (stopped_by in ('payer', 'access', 'card', 'declined', 'refunded')),
  agreed_at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'stopped') = (stopped_by is not null))
);
-- Two agreements would pay the same charges.
create unique index installment_plans_running on installment_plans (licensee_id, patient_id) where state = 'running';
create index installment_plans_changed on installment_plans (licensee_id, state, changed_at);

-- waiting -> paying -> paid; back to waiting if the card was not charged. `attempts` counts the payments that charged
-- nothing: it is a part of the reference of the next one, so that a restored backup repeats the reference, not the
-- charge.
create table installments (
  plan_id text not null references installment_plans (id) on delete cascade,
  number integer not null,
  -- As agreed.
  due_on date not null,
  amount_cents integer not null check (amount_cents between 1 and 999999),
  state text not null check (state in ('waiting', 'paying', 'paid', 'declined', 'stopped', 'not owed')),
  -- Null once the reminder was sent.
  remind_at timestamptz,
  try_at timestamptz not null,
  attempts integer not null default 0,
  declines integer not null default 0,
  paid_cents integer,
  primary key (plan_id, number)
);
create index installments_due on installments (try_at) where state in ('waiting', 'paying');
