-- What a patient takes, as far as the practice knows.
create table medications (
  practice text not null,
  medication_n integer not null generated always as identity,
  patient_n integer not null,
  name text not null,
  -- Like dosage and pharmacy: empty if it is not known.
  strength text not null,
  dosage text not null,
  pharmacy text not null,
  created_on date not null,
  modified_on date not null,
  -- Of the file that it was loaded from.
  source_id text,
  primary key (practice, medication_n),
  unique (practice, patient_n, source_id),
  foreign key (practice, patient_n) references patients
);
