-- When the portal reversed a payment that was refunded. One that it reversed before it had posted it has this row too, so
-- that it is not taken later.
alter table portal_payments add column reversed_at timestamptz;
