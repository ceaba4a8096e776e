-- What patients did that wants a person of the practice: who has taken it, and who has done it.
create table staff_tasks (
  id bigint generated always as identity primary key,
  licensee_id text not null,
  kind text not null,
  -- There is one task for each key of a kind.
  key text not null,
  patient_id text,
  -- What there is to know besides the kind; encrypted.
  detail text not null,
  created_at timestamptz not null,
  -- User names of the staff; an empty name in done_by stands for the portal.
  taken_by text,
  taken_at timestamptz,
  done_by text,
  done_at timestamptz,
  unique (licensee_id, kind, key),
  check ((taken_by is null) = (taken_at is null)),
  check ((done_by is null) = (done_at is null))
);
create index staff_tasks_open on staff_tasks (licensee_id, created_at) where done_at is null;
create index staff_tasks_done on staff_tasks (licensee_id, done_at) where done_at is not null;
create index staff_tasks_patient on staff_tasks (licensee_id, patient_id) where done_at is null;
