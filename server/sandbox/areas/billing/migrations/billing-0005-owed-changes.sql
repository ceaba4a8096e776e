-- Numbers the charges of a practice in the order in which they began to be owed, each once: a new line, or one that the
-- insurance decided later. The lock on the row of the practice makes the order that of the commits, so that no number
-- appears below one that was read.
create table owed_changes (
  practice text primary key,
  last integer not null
);

alter table charges add column owed_change integer;

update charges c set owed_change = o.place from (
  select practice, bill_id, row_number() over (partition by practice order by bill_id) as place from charges
  where patient_responsible > patient_paid) o where o.practice = c.practice and o.bill_id = c.bill_id;

insert into owed_changes (practice, last) select practice, max(owed_change) from charges where owed_change is not null group by practice;

create function number_owed_charge() returns trigger language plpgsql as $$ begin insert into owed_changes as o (practice, last) values (new.practice, 1) on conflict (practice) do update set last = o.last + 1 returning o.last into new.owed_change; return new; end $$;

create trigger charges_begin_to_be_owed before insert or update of patient_responsible, patient_paid on charges for each row when (new.owed_change is null and new.patient_responsible > new.patient_paid) execute function number_owed_charge();
