-- The employee that stands for the portal wherever the records name who did something.
alter table practices add column portal_employee_n integer not null default 9001;
