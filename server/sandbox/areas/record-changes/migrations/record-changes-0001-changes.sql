-- The last change number that was given out, for each practice. Its row is locked until the change is committed, so that
-- changes become visible in the order of their numbers.
create table record_change_numbers (
  practice text primary key,
  last integer not null
);

-- When something of a kind changed last in the record of a patient.
create table record_changes (
  practice text not null,
  patient_n integer not null,
  kind text not null,
  change integer not null,
  primary key (practice, patient_n, kind)
);
create index record_changes_by_number on record_changes (practice, change);

-- For each statement on a table, whose rows are `changed`. The argument is the kind.
create function note_record_changes() returns trigger language plpgsql as $$ declare one record; number integer; begin for one in select distinct practice, patient_n from changed order by practice, patient_n loop insert into record_change_numbers as n (practice, last) values (one.practice, 1) on conflict (practice) do update set last = n.last + 1 returning n.last into number; insert into record_changes (practice, patient_n, kind, change) values (one.practice, one.patient_n, tg_argv[0], number) on conflict (practice, patient_n, kind) do update set change = excluded.change; end loop; return null; end $$;

create trigger test_results_added after insert on test_results referencing new table as changed for each statement execute function note_record_changes('RESULT');
create trigger test_results_changed after update on test_results referencing new table as changed for each statement execute function note_record_changes('RESULT');
create trigger test_results_removed after delete on test_results referencing old table as changed for each statement execute function note_record_changes('RESULT');
create trigger clinical_documents_added after insert on clinical_documents referencing new table as changed for each statement execute function note_record_changes('DOCUMENT');
create trigger clinical_documents_changed after update on clinical_documents referencing new table as changed for each statement execute function note_record_changes('DOCUMENT');
create trigger clinical_documents_removed after delete on clinical_documents referencing old table as changed for each statement execute function note_record_changes('DOCUMENT');
create trigger lab_orders_added after insert on lab_orders referencing new table as changed for each statement execute function note_record_changes('LAB_ORDER');
create trigger lab_orders_changed after update on lab_orders referencing new table as changed for each statement execute function note_record_changes('LAB_ORDER');
create trigger lab_orders_removed after delete on lab_orders referencing old table as changed for each statement execute function note_record_changes('LAB_ORDER');
