-- Invitations to work for a practice in the portal, at most one for each email address. The token of its link is hashed.
create table staff_invitations (
  token_hash text primary key,
  licensee_id text not null,
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  roles jsonb not null,
  -- The owner who sent it; null if an operator made it by command.
  invited_by bigint references accounts (id) on delete cascade,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  unique (licensee_id, email_key)
);

-- What happened to the access of a member of the staff, by whom and why. The audit log holds no typed text.
create table staff_changes (
  id bigint generated always as identity primary key,
  licensee_id text not null,
  account_id bigint not null references accounts (id) on delete cascade,
  at timestamptz not null,
  -- The member's own account where they joined.
  changed_by bigint not null references accounts (id) on delete cascade,
  what text not null check (what in ('joined', 'roles', 'ended', 'restored', 'second factor off')),
  -- The roles since then, where they changed.
  roles jsonb,
  reason text not null default ''
);
create index staff_changes_of_account on staff_changes (account_id, at);

-- When each member of the staff signed in last, among all that they did.
create index audit_log_of_staff_accounts on audit_log (account_id, at)
  where actor_kind = 'admin' and event like 'action:account.%';
