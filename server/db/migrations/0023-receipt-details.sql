-- What the receipt of a payment names: who paid, and the charges. Encrypted; null for payments before this version.
alter table payments add column receipt_details text;
