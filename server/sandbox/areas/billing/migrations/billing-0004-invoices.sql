-- The last invoice number that was given out, for each practice.
create table invoice_numbers (
  practice text primary key,
  last integer not null
);

-- Invoices that were printed, once for each number; amounts in cents. Employee 0 is the portal.
create table invoice_print_log (
  practice text not null,
  invoice_number integer not null,
  invoice_print_log_n integer generated always as identity,
  patient_n integer not null,
  employee_n integer not null,
  amount integer not null,
  print_date timestamptz not null,
  primary key (practice, invoice_number),
  foreign key (practice, patient_n) references patients
);
