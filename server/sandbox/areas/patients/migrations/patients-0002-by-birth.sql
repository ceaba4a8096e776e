-- Names are compared outside the database, because its lower() knows too few of the ways to write one.
drop index patients_by_identity;

create index patients_by_birth on patients (practice, dob);
