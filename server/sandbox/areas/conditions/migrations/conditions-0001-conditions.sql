-- The diagnoses and problems of a patient. Texts are empty if they are not known.
create table conditions (
  practice text not null,
  condition_n integer not null generated always as identity,
  patient_n integer not null,
  name text not null,
  code text not null,
  code_system text not null,
  status text not null check (status in ('active', 'inactive', 'resolved')),
  is_confirmed boolean not null,
  -- The diagnosis of one visit, rather than a problem that the office keeps in view.
  is_of_visit boolean not null,
  -- As exact as they are known: yyyy, yyyy-MM or yyyy-MM-dd.
  onset text not null,
  abatement text not null,
  recorded_on text not null,
  -- Of the file that it was loaded from.
  source_id text,
  primary key (practice, condition_n),
  unique (practice, patient_n, source_id),
  foreign key (practice, patient_n) references patients
);
