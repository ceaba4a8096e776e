-- A message whose writer may no longer send it.
alter table outgoing_messages drop constraint outgoing_messages_reason_check;
alter table outgoing_messages add constraint outgoing_messages_reason_check
  check (reason in ('unreachable', 'unconfirmed', 'refused', 'gone', 'ended'));
