-- Appointments that a patient moved to another time, each move once for the caller's own name of it.
create table appointment_moves (
  practice text not null,
  external_id text not null,
  appointment_n integer not null,
  moved_from timestamptz not null,
  moved_at timestamptz not null,
  primary key (practice, external_id),
  foreign key (practice, appointment_n) references appointments
);
