-- Results that patients may read. source_id is the number of the laboratory or of the file that brought it, so that it is added once.
create table test_results (
  practice text not null,
  document_n integer not null generated always as identity,
  patient_n integer not null,
  source_id text not null,
  test_type text not null,
  physician text not null,
  test_date date not null,
  released_at timestamptz not null,
  -- The physician has not reviewed it yet.
  is_pending_review boolean not null,
  -- When the patient, or somebody for the patient, read the physician's message first.
  acknowledged_at timestamptz,
  -- The physician's message, HTML; may be empty.
  annotation text not null,
  -- What the laboratory wrote besides the values; may be empty.
  conclusion text not null,
  has_document boolean not null,
  -- Null: its document is drawn from its values.
  pdf bytea,
  primary key (practice, document_n),
  unique (practice, patient_n, source_id),
  foreign key (practice, patient_n) references patients
);
-- Values of a result in its order: a number, or a text for what is none.
create table test_observations (
  practice text not null,
  document_n integer not null,
  place integer not null,
  code text not null,
  name text not null,
  value double precision,
  value_text text not null,
  unit text not null,
  reference_low double precision,
  reference_high double precision,
  reference_text text not null,
  -- As the laboratory sent it; empty if it sent none.
  flag text not null check (flag in ('', 'N', 'L', 'H', 'LL', 'HH', 'A')),
  taken_at timestamptz not null,
  primary key (practice, document_n, place),
  foreign key (practice, document_n) references test_results on delete cascade
);
