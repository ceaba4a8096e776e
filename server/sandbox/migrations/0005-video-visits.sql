-- What the portal tells of video visits: where the provider joins, who is there, and when it ended.
create table video_visits (
  practice text not null,
  appointment_n integer not null,
  provider_link text not null default '',
  room text not null default '',
  is_patient_joined boolean not null default false,
  patient_joined_at timestamptz,
  provider_joined_at timestamptz,
  ended_at timestamptz,
  primary key (practice, appointment_n),
  foreign key (practice, appointment_n) references appointments
);
