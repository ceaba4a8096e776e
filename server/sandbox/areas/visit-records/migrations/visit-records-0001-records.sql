-- Continuity-of-care documents (C-CDA) of patients, each as the XML that it is. The digest (SHA-256) of a document that was
-- loaded from a file keeps it from being loaded twice.
create table visit_records (
  practice text not null,
  ccda_id integer not null generated always as identity,
  patient_n integer not null,
  created_on date not null,
  xml text not null,
  digest text,
  primary key (practice, ccda_id),
  unique (practice, digest),
  foreign key (practice, patient_n) references patients
);
create index visit_records_of_patient on visit_records (practice, patient_n, created_on);
