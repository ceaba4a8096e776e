-- Every name by which a standard file may refer to a record that was loaded: `Organization/1`, `urn:uuid:…`,
-- `Practitioner?identifier=system|value`, a street address. A later file finds its records by them.
create table source_names (
  practice text not null references practices,
  kind text not null check (kind in ('facility', 'provider', 'patient', 'appointment')),
  name text not null,
  n integer not null,
  primary key (practice, kind, name)
);
