-- The card processor of a practice: another company's system. Amounts in cents. No number of a card is kept.
create table card_sessions (
  session_id text primary key,
  practice text not null,
  -- The origin of the page that shows the processor's page in a frame.
  origin text not null,
  opened_at timestamptz not null,
  -- A card that was entered, and whether its owner still has to enter a code.
  token text,
  is_challenged boolean not null default false
);

create table card_tokens (
  practice text not null,
  token text not null,
  brand text not null,
  last_four text not null,
  -- What happens when it is charged: approved, declined, insufficient, lost, slow, duplicate, declined-later.
  behavior text not null,
  primary key (practice, token)
);

create table saved_cards (
  t_cc_name_n integer generated always as identity primary key,
  practice text not null,
  patient_n integer not null,
  -- Who saved it, as the portal names them; empty for the office.
  owner text not null,
  card_name text not null,
  token text not null,
  foreign key (practice, patient_n) references patients,
  foreign key (practice, token) references card_tokens
);
create index saved_cards_of_patient on saved_cards (practice, patient_n);

-- `ended`: looked up before it arrived, so that it is refused if it arrives later.
create table card_payments (
  practice text not null,
  reference text not null,
  patient_n integer,
  amount integer not null default 0,
  card text not null default '',
  status text not null check (status in ('approved', 'declined', 'refunded', 'ended')),
  transaction_id text,
  message text not null default '',
  at timestamptz not null,
  primary key (practice, reference)
);
