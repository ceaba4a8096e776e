-- Links of the portal to an appointment, as the portal told them: in what order they were told does not matter.
create table portal_links (
  practice text not null,
  appointment_n integer not null,
  portal_url text not null default '',
  prepare_url text not null default '',
  upload_url text not null default '',
  visit_url text not null default '',
  ended_at timestamptz,
  primary key (practice, appointment_n),
  foreign key (practice, appointment_n) references appointments
);
-- The number for questions about appointments, where it differs from that of the facility.
alter table facilities add column appointment_phone text not null default '';
