-- People who chose not to see new test results before their physician has reviewed them.
create table result_waits (
  account_id bigint primary key references accounts (id) on delete cascade
);
