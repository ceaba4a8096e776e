-- A one-time password that the office has set works until then; null for one that its owner has chosen.
alter table accounts add column password_ends_at timestamptz;

-- A member of the staff has requested that the second factor of an account is turned off; another one confirms it.
create table second_factor_removals (
  account_id bigint primary key references accounts (id) on delete cascade,
  -- The account of the member of the staff.
  requested_by bigint not null references accounts (id) on delete cascade,
  reason text not null,
  requested_at timestamptz not null,
  ends_at timestamptz not null
);
