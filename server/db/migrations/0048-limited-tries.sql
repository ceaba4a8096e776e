-- Tries that are counted for a day or longer: they outlive this process and Redis.
create table limited_tries (
  key text primary key,
  points integer not null,
  expire timestamptz
);
create index limited_tries_expire on limited_tries (expire);
