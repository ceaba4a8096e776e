-- Each time a member of the staff opened the account of a patient to look at it, and why.
create table account_views (
  id bigint generated always as identity primary key,
  licensee_id text not null,
  patient_id text not null,
  -- The user name of the member of the staff.
  viewed_by text not null,
  reason text not null,
  began_at timestamptz not null
);
create index account_views_patient on account_views (licensee_id, patient_id, began_at desc);
