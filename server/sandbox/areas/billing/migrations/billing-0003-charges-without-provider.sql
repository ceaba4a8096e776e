-- A hospital bills as a whole: its claims may name no provider.
alter table charges alter column employee_n drop not null;
