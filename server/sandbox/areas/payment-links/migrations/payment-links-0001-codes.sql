-- Codes of links to a patient's bill that the office sent, as hashes. Each opens the bill once.
create table payment_codes (
  practice text not null,
  code_hash text not null,
  patient_n integer not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (practice, code_hash),
  foreign key (practice, patient_n) references patients
);
