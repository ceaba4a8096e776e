-- Results that a patient has opened here while the record server could not be told.
create table opened_results (
  licensee_id text not null,
  patient_id text not null,
  result_id text not null,
  opened_at timestamptz not null,
  primary key (licensee_id, patient_id, result_id)
);
