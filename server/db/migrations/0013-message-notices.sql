-- Up to where the messages of each practice were looked at.
CREATE TABLE message_places (
  licensee_id text PRIMARY KEY,
  place text NOT NULL
);

-- Accounts that want an e-mail about each new message.
CREATE TABLE message_notices (
  account_id bigint PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE
);
