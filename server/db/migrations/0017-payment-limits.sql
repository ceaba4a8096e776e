-- An opaque name of the network address from which a payment was made; null for payments of the portal itself.
alter table payments add column network text;
create index payments_tried on payments (licensee_id, changed_at) where state in ('declined', 'created', 'sent', 'unknown');

-- Openings of the processor's page for a card number, kept for a day.
create table opened_cards (
  licensee_id text not null,
  payer text not null,
  patient_id text not null,
  network text,
  opened_at timestamptz not null
);
create index opened_cards_of_practice on opened_cards (licensee_id, opened_at);
