-- Each printing is an entry; an invoice or a statement can be printed again under its number.
alter table invoice_print_log drop constraint invoice_print_log_pkey;
alter table invoice_print_log add primary key (practice, invoice_number, print_date);
