-- The calendar. Two tenants of one time are impossible because every five minutes of a provider are one row of
-- busy_units: a hold or an appointment that wants a unit which another one has fails on the primary key.

create sequence appointment_numbers start 500001;
create sequence slot_numbers start 700001;

-- external_id is the caller's own reference; null when the caller gave none.
create table appointments (
  practice text not null,
  appointment_n integer not null default nextval('appointment_numbers'),
  patient_n integer not null,
  employee_n integer not null,
  facility_n integer not null,
  starts_at timestamptz not null,
  duration integer not null check (duration > 0),
  appointment_type_n integer,
  type_name text not null,
  mode text not null default 'inoffice' check (mode in ('inoffice', 'telederm')),
  cancelled_at timestamptz,
  cancellation_reason text not null default '',
  comment text not null default '',
  source text not null default 'office',
  external_id text,
  source_id text,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  arrived_at timestamptz,
  last_text_sent timestamptz,
  last_email_sent timestamptz,
  review_stars integer,
  feedback text not null default '',
  primary key (practice, appointment_n),
  unique (practice, external_id),
  unique (practice, source_id),
  foreign key (practice, patient_n) references patients,
  foreign key (practice, employee_n) references providers,
  foreign key (practice, facility_n) references facilities
);

create index appointments_by_patient on appointments (practice, patient_n, starts_at);
create index appointments_by_day on appointments (practice, starts_at);

create table slot_holds (
  practice text not null,
  slot_id integer not null default nextval('slot_numbers'),
  employee_n integer not null,
  facility_n integer not null,
  starts_at timestamptz not null,
  duration integer not null check (duration > 0),
  expires_at timestamptz not null,
  primary key (practice, slot_id),
  foreign key (practice, employee_n) references providers,
  foreign key (practice, facility_n) references facilities
);

create index slot_holds_by_expiry on slot_holds (practice, employee_n, expires_at);

-- unit_start counts five minutes since 1970-01-01T00:00Z. Exactly one of slot_id and appointment_n owns the unit.
-- Without foreign keys to its owners, so that a hold turns into an appointment by one update.
create table busy_units (
  practice text not null,
  employee_n integer not null,
  unit_start integer not null,
  slot_id integer,
  appointment_n integer,
  primary key (practice, employee_n, unit_start),
  check ((slot_id is null) <> (appointment_n is null))
);

create index busy_units_by_slot on busy_units (practice, slot_id) where slot_id is not null;
create index busy_units_by_appointment on busy_units (practice, appointment_n) where appointment_n is not null;
