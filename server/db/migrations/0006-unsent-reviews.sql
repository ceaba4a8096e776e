-- What a patient said of a visit, kept with the use of its link until the record server has it: a process may be killed between the two.
create table unsent_reviews (
  licensee_id text not null,
  appointment_id text not null,
  stars integer not null check (stars between 1 and 5),
  comments text not null,
  kept_at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  primary key (licensee_id, appointment_id)
);
