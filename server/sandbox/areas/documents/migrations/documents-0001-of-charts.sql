-- Documents of a patient without an appointment.
alter table documents alter column appointment_n drop not null;
alter table documents add column patient_n integer;
alter table documents add foreign key (practice, patient_n) references patients;
alter table documents add check ((appointment_n is null) <> (patient_n is null));
