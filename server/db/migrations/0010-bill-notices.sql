-- The last bill of each practice whose patients were told of it. Without a row nobody was told of any.
create table bill_notices (
  licensee_id text primary key,
  last_bill text not null
);
