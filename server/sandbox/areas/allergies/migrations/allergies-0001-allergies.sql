-- What a patient does not tolerate. Texts are empty if they are not known.
create table allergies (
  practice text not null,
  allergy_n integer not null generated always as identity,
  patient_n integer not null,
  substance text not null,
  code text not null,
  code_system text not null,
  reaction text not null,
  severity text not null check (severity in ('', 'mild', 'moderate', 'severe')),
  status text not null check (status in ('active', 'inactive', 'resolved')),
  is_confirmed boolean not null,
  -- As exact as they are known: yyyy, yyyy-MM or yyyy-MM-dd.
  onset text not null,
  recorded_on text not null,
  -- Of the file that it was loaded from.
  source_id text,
  primary key (practice, allergy_n),
  unique (practice, patient_n, source_id),
  foreign key (practice, patient_n) references patients
);
