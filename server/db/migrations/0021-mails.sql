-- The HTML of a mail beside its plain text; null in text messages, once sent, and in mails of an earlier version.
alter table outbox add column html text;

-- The address that a person entered with a payment, until the receipt notice is on its way; where that notice links to.
alter table payments
  add column receipt_to text,
  add column origin text,
  add column receipt_noticed_at timestamptz;

-- Where the emails about installments link to; null in plans of an earlier version.
alter table installment_plans add column origin text;
