-- What the staff sees on the page of a patient: tries that failed under a name, and messages to an address.
create index audit_log_failed_tries on audit_log (licensee_id, lower(actor), at)
  where actor_kind = 'visitor' and outcome <> 'ok';
create index outbox_by_recipient on outbox (licensee_id, lower(recipient), created_at);
