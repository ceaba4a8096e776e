-- The reference side of a practice. Numbers below 10000 belong to the seed; sequences start above them, so that
-- whoever inserts later (the loader) leaves the number out and takes the default.

create sequence region_numbers start 10001;
create sequence facility_numbers start 10001;
create sequence employee_numbers start 10001;
create sequence patient_numbers start 10001;

create table practices (
  practice text primary key,
  name text not null,
  license_name text not null,
  website_id integer not null unique,
  time_zone text not null
);

create table regions (
  practice text not null references practices,
  region_n integer not null default nextval('region_numbers'),
  name text not null,
  state text not null,
  primary key (practice, region_n),
  unique (practice, name, state)
);

create table facilities (
  practice text not null references practices,
  facility_n integer not null default nextval('facility_numbers'),
  region_n integer not null,
  name text not null,
  address text not null,
  city text not null,
  state text not null,
  zip text not null,
  phone text not null,
  time_zone text not null,
  info text not null default '',
  map_url text not null default '',
  source_id text,
  primary key (practice, facility_n),
  unique (practice, source_id),
  foreign key (practice, region_n) references regions
);

create table providers (
  practice text not null references practices,
  employee_n integer not null default nextval('employee_numbers'),
  first_name text not null,
  last_name text not null,
  job_title text not null,
  bio text not null default '',
  sees_telehealth boolean not null default false,
  source_id text,
  primary key (practice, employee_n),
  unique (practice, source_id)
);

-- Where a provider works; rank 0 is the home facility.
create table provider_facilities (
  practice text not null,
  employee_n integer not null,
  facility_n integer not null,
  rank integer not null default 0,
  primary key (practice, employee_n, facility_n),
  foreign key (practice, employee_n) references providers,
  foreign key (practice, facility_n) references facilities
);

-- Opening hours of a provider, in minutes after midnight on the wall clock of the facility. Weekday 1 is Monday, 7 Sunday.
create table weekly_hours (
  practice text not null,
  employee_n integer not null,
  facility_n integer not null,
  weekday integer not null check (weekday between 1 and 7),
  start_minute integer not null check (start_minute between 0 and 1439),
  end_minute integer not null check (end_minute between 1 and 1440 and end_minute > start_minute),
  mode text not null check (mode in ('inoffice', 'telederm')),
  primary key (practice, employee_n, facility_n, weekday, start_minute),
  foreign key (practice, employee_n) references providers,
  foreign key (practice, facility_n) references facilities
);

-- Days on which a provider is away, both ends included.
create table leave_days (
  practice text not null,
  employee_n integer not null,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  primary key (practice, employee_n, first_day),
  foreign key (practice, employee_n) references providers
);

create table appointment_types (
  practice text not null references practices,
  appointment_type_n integer not null,
  name text not null,
  duration integer not null check (duration > 0 and duration % 5 = 0),
  mode text not null check (mode in ('inoffice', 'telederm')),
  rank integer not null default 0,
  primary key (practice, appointment_type_n)
);

-- A type with rows here is offered by these providers only; a type without rows is offered by everyone.
create table provider_appointment_types (
  practice text not null,
  employee_n integer not null,
  appointment_type_n integer not null,
  primary key (practice, employee_n, appointment_type_n),
  foreign key (practice, employee_n) references providers,
  foreign key (practice, appointment_type_n) references appointment_types
);

create table insurances (
  practice text not null references practices,
  insurance_n integer not null,
  name text not null,
  primary key (practice, insurance_n)
);

create table provider_insurances (
  practice text not null,
  employee_n integer not null,
  insurance_n integer not null,
  primary key (practice, employee_n, insurance_n),
  foreign key (practice, employee_n) references providers,
  foreign key (practice, insurance_n) references insurances
);

create table facility_insurances (
  practice text not null,
  facility_n integer not null,
  insurance_n integer not null,
  primary key (practice, facility_n, insurance_n),
  foreign key (practice, facility_n) references facilities,
  foreign key (practice, insurance_n) references insurances
);

-- gender: 1 male, 2 female, 3 unknown. source names the system a record came from, source_id its id there.
create table patients (
  practice text not null references practices,
  patient_n integer not null default nextval('patient_numbers'),
  emrid text not null,
  first_name text not null,
  last_name text not null,
  dob date not null,
  gender integer not null check (gender in (1, 2, 3)),
  zip text not null default '',
  cell_phone text not null default '',
  email text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  source text,
  source_id text,
  primary key (practice, patient_n),
  unique (practice, emrid),
  unique (practice, source_id)
);

create index patients_by_identity on patients (practice, lower(last_name), lower(first_name), dob);

create table admin_settings (
  practice text not null references practices,
  name text not null,
  value text not null,
  primary key (practice, name)
);

create table short_links (
  practice text not null references practices,
  code text not null,
  target text not null,
  primary key (practice, code)
);
