-- Video visits of appointments, by their room. `origin` is where its links lead.
create table visits (
  room text primary key,
  licensee_id text not null,
  appointment_id text not null,
  patient_id text not null,
  starts_at timestamptz not null,
  minutes integer not null,
  closes_at timestamptz not null,
  origin text not null,
  ended_at timestamptz
);
create index visits_by_close on visits (closes_at);
-- What the record server is to hear of a visit, in this order, kept until it has.
create table visit_news (
  id bigint primary key generated always as identity,
  room text not null references visits on delete cascade,
  what text not null check (what in ('link', 'entered', 'left', 'ended')),
  role text not null check (role in ('guest', 'host')),
  at timestamptz not null,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  heard_at timestamptz
);
create index visit_news_to_tell on visit_news (room, id) where heard_at is null;
