-- An installment that was paid, and whose money the office has given back.
alter table installments drop constraint installments_state_check;
alter table installments add constraint installments_state_check check (state in
  ('waiting', 'paying', 'paid', 'refunded', 'declined', 'stopped', 'not owed'));
