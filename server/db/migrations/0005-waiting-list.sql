-- Who is to be told by mail when an earlier time frees up. An empty provider or facility means any. `offer` is the time
-- that this person, and nobody else, is told of until `offer_ends_at`; `told` are the times that are no news to them.
create table waiting_list (
  id text primary key,
  licensee_id text not null,
  account_id bigint not null references accounts (id),
  patient_id text not null,
  mode text not null,
  type_id text not null,
  provider_id text not null default '',
  facility_id text not null default '',
  until_day date not null,
  details jsonb not null,
  told jsonb not null,
  told_at timestamptz,
  offer jsonb,
  offer_key text,
  offer_ends_at timestamptz,
  created_at timestamptz not null,
  unique (account_id, patient_id, mode, type_id, provider_id, facility_id)
);
create unique index waiting_list_offers on waiting_list (licensee_id, offer_key) where offer_key is not null;
create index waiting_list_turns on waiting_list (licensee_id, created_at);
