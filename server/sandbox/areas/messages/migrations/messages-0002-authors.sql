-- When a message to the patient was opened first; and who wrote one from the patient at a portal: { id, name, isGuardian }.
alter table messages
  add column read_at timestamptz,
  add column author jsonb;
