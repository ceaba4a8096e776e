-- The record of a patient as a file, which the patient has requested. A person has one at a time; it is kept for a day.
create table record_exports (
  id text primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  licensee_id text not null,
  patient_id text not null,
  state text not null check (state in ('preparing', 'ready', 'failed')),
  -- Why the last attempt did not end, or why there will be none.
  reason text check (reason in ('unreachable', 'tooLarge')),
  requested_at timestamptz not null,
  -- When it became ready or failed.
  ended_at timestamptz,
  -- Pages that have been read, and how many there are as far as is known.
  pages_read integer not null default 0,
  pages_known integer not null default 0,
  -- Titles of the parts that are left out because the practice has switched them off.
  left_out text[] not null default '{}',
  unique (account_id, licensee_id, patient_id)
);
create index record_exports_ended on record_exports (ended_at);

-- What was read from the record server so far, encrypted: another attempt goes on after it.
create table record_export_pages (
  export_id text not null references record_exports (id) on delete cascade,
  part text not null,
  page integer not null,
  pages integer not null,
  content bytea not null,
  primary key (export_id, part, page)
);

-- The files, in pieces of about a megabyte, each encrypted.
create table record_export_pieces (
  export_id text not null references record_exports (id) on delete cascade,
  file text not null check (file in ('pdf', 'fhir')),
  piece integer not null,
  bytes integer not null,
  content bytea not null,
  primary key (export_id, file, piece)
);
