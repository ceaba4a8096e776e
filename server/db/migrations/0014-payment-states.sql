-- Whether a charge is being paid follows from the state of its payment alone: a copy beside it could contradict it.
drop index payment_charges_open;
alter table payment_charges drop column is_open;

-- What the patient owed for the charge before the payment, in cents: shows whether the record has credited it already.
-- Null for payments of earlier versions.
alter table payment_charges add column owed_cents integer;

-- `settled` is `posted` (to the record); a refunded payment whose record is not corrected yet is `reversing`.
alter table payments drop constraint payments_state_check;
update payments set state = 'posted' where state = 'settled';
alter table payments add constraint payments_state_check check (state in
  ('created', 'sent', 'unknown', 'approved', 'posted', 'reversing', 'refunded', 'declined'));

alter table payments rename column refusal to decline_reason;

-- When the processor was last asked about a posted payment; null before the first time.
alter table payments add column looked_up_at timestamptz;

-- A transaction of the processor is that of one payment.
create unique index payments_transactions on payments (licensee_id, transaction_id);

alter index payments_to_end rename to payments_unresolved;
create index payments_posted on payments (licensee_id, looked_up_at) where state = 'posted';
