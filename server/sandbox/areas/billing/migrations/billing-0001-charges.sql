-- What was billed for a visit, line by line; amounts in cents. What the patient still owes is patient_responsible minus
-- patient_paid; a negative difference is a credit. A line that the insurance has not decided yet owes nothing.
create sequence bill_numbers start 100001;

create table charges (
  practice text not null,
  bill_id integer not null default nextval('bill_numbers'),
  patient_n integer not null,
  employee_n integer not null,
  facility_n integer not null,
  claim_date date not null,
  code text not null,
  description text not null default '',
  -- ICD-10 codes, separated by commas.
  diagnoses text not null default '',
  charged integer not null,
  allowed integer not null,
  discount integer not null,
  insurance_paid integer not null,
  patient_responsible integer not null,
  patient_paid integer not null,
  source_id text,
  primary key (practice, bill_id),
  unique (practice, source_id),
  foreign key (practice, patient_n) references patients,
  foreign key (practice, employee_n) references providers,
  foreign key (practice, facility_n) references facilities
);

create index charges_by_patient on charges (practice, patient_n, claim_date);

-- National Provider Identifiers; invented ones of the demo practices.
alter table providers add column npi text not null default '';
alter table facilities add column npi text not null default '';
