-- Notes of visits and lab orders that patients may read. Content is a list of sections: { heading, paragraphs }.
create table clinical_documents (
  practice text not null,
  session_n integer not null generated always as identity,
  patient_n integer not null,
  category_n integer not null,
  category_label text not null,
  session_date date not null,
  is_complete boolean not null,
  content jsonb not null,
  primary key (practice, session_n),
  foreign key (practice, patient_n) references patients
);
create index clinical_documents_of_patient on clinical_documents (practice, patient_n);
-- Without content: ordered, but there is no document of it.
create table lab_orders (
  practice text not null,
  lab_order_n integer not null generated always as identity,
  patient_n integer not null,
  modified_on date not null,
  laboratory_name text not null,
  physician text not null,
  content jsonb,
  primary key (practice, lab_order_n),
  foreign key (practice, patient_n) references patients
);
create index lab_orders_of_patient on lab_orders (practice, patient_n);
