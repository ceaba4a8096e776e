-- Pharmacies that patients can choose, by their numbers in two directories.
create table pharmacies (
  practice text not null references practices,
  pharmacy_n integer not null generated always as identity,
  rcopia_id text not null,
  ncpdp_id text not null,
  name text not null,
  address text not null,
  city text not null,
  -- Two letters.
  state text not null,
  zip text not null,
  -- Digits; fax may be empty.
  phone text not null,
  fax text not null,
  primary key (practice, pharmacy_n),
  unique (practice, rcopia_id, ncpdp_id)
);

-- Where prescriptions of a patient are sent.
create table patient_pharmacies (
  practice text not null,
  patient_n integer not null,
  pharmacy_n integer not null,
  primary key (practice, patient_n),
  foreign key (practice, patient_n) references patients,
  foreign key (practice, pharmacy_n) references pharmacies
);
