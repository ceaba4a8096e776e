-- What patients send before a visit and say after it: documents and reviews; and short links that end.
create sequence document_numbers start 800001;

-- storage_name is random: no name that somebody sent is ever one of a file. reference is the sender's own; the same again is the same document.
create table documents (
  practice text not null,
  document_n integer not null default nextval('document_numbers'),
  appointment_n integer not null,
  reference text not null,
  document_type text not null,
  other_document text not null default '',
  file_name text not null,
  file_type text not null,
  file_size double precision not null,
  storage_name text not null unique,
  content bytea not null,
  received_at timestamptz not null,
  primary key (practice, document_n),
  unique (practice, reference),
  foreign key (practice, appointment_n) references appointments
);
create index documents_by_appointment on documents (practice, appointment_n);

create table document_tokens (
  token text primary key,
  practice text not null references practices,
  appointment_n integer not null,
  expires_at timestamptz not null
);

alter table practices add column document_categories text not null
  default 'Driver''s license,Insurance card,Lab results,Pathology report,Referral letter,Images,Other';
alter table practices add column review_page text not null default 'https://reviews.example.com/';

alter table short_links add column expires_at timestamptz;
