-- What a link allows: whoever has the token may do one thing to one subject, for a while (security.md, Booking, links, visits).
-- A link may be asked for again, so the ended ones stay a while, to be told from unknown ones.
create table capabilities (
  token_hash text primary key,
  licensee_id text not null,
  purpose text not null,
  subject_key text not null,
  subject jsonb not null,
  uses_left integer,
  created_at timestamptz not null,
  ends_at timestamptz not null
);
create index capabilities_by_end on capabilities (ends_at);
create index capabilities_by_subject on capabilities (licensee_id, purpose, subject_key);
