-- The logo that a practice has uploaded, in the sizes in which it is shown. A row without pictures is a removed logo: its
-- version goes on.
create table practice_logos (
  licensee_id text primary key,
  version integer not null,
  header bytea,
  print bytea,
  mail bytea,
  -- Width and height of each picture, in px of which 96 are an inch.
  sizes jsonb,
  changed_by text not null,
  changed_at timestamptz not null,
  check ((header is null) = (print is null) and (header is null) = (mail is null) and (header is null) = (sizes is null))
);

-- A logo that an administrator has uploaded and not saved yet. It is kept for a day.
create table practice_logo_drafts (
  licensee_id text not null,
  account_id bigint not null references accounts (id) on delete cascade,
  id text not null,
  -- The version of the logo when this one was uploaded.
  seen_version integer not null,
  header bytea not null,
  print bytea not null,
  mail bytea not null,
  sizes jsonb not null,
  -- What to look at before it is saved.
  warnings text[] not null default '{}',
  uploaded_at timestamptz not null,
  primary key (licensee_id, account_id)
);
create index practice_logo_drafts_uploaded on practice_logo_drafts (uploaded_at);
