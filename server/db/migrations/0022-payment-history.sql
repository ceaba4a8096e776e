-- When a payment came to each of its states after the first, and how often the processor was asked for its end in vain;
-- empty for what happened before.
alter table payments
  add column history jsonb not null default '[]',
  add column unanswered integer not null default 0,
  add column unanswered_at timestamptz;
