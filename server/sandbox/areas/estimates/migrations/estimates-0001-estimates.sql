-- Good-faith estimates of planned care. Amounts are integer cents.
create table estimates (
  practice text not null,
  estimate_n integer not null generated always as identity,
  patient_n integer not null,
  service text not null,
  planned_for date not null,
  amount integer not null check (amount >= 0),
  good_until date not null,
  primary key (practice, estimate_n),
  foreign key (practice, patient_n) references patients
);
create index estimates_of_patient on estimates (practice, patient_n);
