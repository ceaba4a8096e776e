-- The link in an e-mail about a new message that turns these e-mails off without signing in: where the portal was when
-- they were turned on, and the hash of the token. Null for choices of an earlier version, whose e-mails have no link.
alter table message_notices
  add column origin text,
  add column link_hash text unique;
