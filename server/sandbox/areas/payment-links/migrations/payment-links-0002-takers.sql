-- Who used a code, as a hash: the same page may use it again for some minutes, because its response may have been lost.
alter table payment_codes add column taker_hash text;
