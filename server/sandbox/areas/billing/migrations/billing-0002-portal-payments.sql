-- Payments that the portal took by card, once for each of its references; amounts in cents.
create table portal_payments (
  practice text not null,
  reference text not null,
  patient_n integer not null,
  amount integer not null,
  transaction_id text not null,
  paid_at timestamptz not null,
  primary key (practice, reference),
  foreign key (practice, patient_n) references patients
);
