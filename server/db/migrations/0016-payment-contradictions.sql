-- When the processor first did not confirm a posted payment; null once it does.
alter table payments add column unconfirmed_since timestamptz;

-- What was found in payments and agreements that cannot be true together, until it is no longer found. `subject` is the
-- id of a payment or of an agreement.
create table payment_contradictions (
  licensee_id text not null,
  subject text not null,
  kind text not null,
  patient_id text not null,
  detected_at timestamptz not null,
  primary key (licensee_id, subject, kind)
);
