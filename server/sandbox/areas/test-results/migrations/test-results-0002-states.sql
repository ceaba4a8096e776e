-- How far the laboratory is with a result, and with each of its values.
alter table test_results add column status text not null default 'final'
  check (status in ('final', 'preliminary', 'corrected', 'cancelled'));
alter table test_observations add column status text not null default 'final'
  check (status in ('final', 'preliminary', 'corrected', 'cancelled'));
