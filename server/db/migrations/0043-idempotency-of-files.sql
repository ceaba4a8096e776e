-- What the file of an upload was, so that its key is not taken for another one; null for actions and while it runs.
alter table idempotency_keys add column file_hash text;
