-- What the office knows of a patient besides the visits: second address line, insurances, forms to fill in; and where
-- the office reads what the portal tells it.

alter table patients add column second_address text not null default '';

alter table practices add column office_mail text not null default '';

-- Practices that were seeded before this column existed.
update practices set office_mail = 'front.desk@lakeside.example.com' where practice = 'lakeside';
update practices set office_mail = 'office@northgate.example.com' where practice = 'northgate';

-- rank 1 is the primary insurance, 2 the secondary, 3 the third.
create table patient_insurances (
  practice text not null,
  patient_n integer not null,
  rank integer not null check (rank between 1 and 3),
  carrier text not null,
  member_id text not null default '',
  group_number text not null default '',
  primary key (practice, patient_n, rank),
  foreign key (practice, patient_n) references patients
);

-- status: AssignToPatient, Started, Completed. A patient is asked for a form under one name and template at a time.
create table assigned_forms (
  practice text not null,
  patient_n integer not null,
  form_name text not null,
  template_name text not null,
  status text not null,
  requested_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (practice, patient_n, form_name, template_name),
  foreign key (practice, patient_n) references patients
);

create index assigned_forms_by_template on assigned_forms (practice, template_name);
