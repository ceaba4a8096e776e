-- What a person of the practice may do. Those of an earlier version could do everything.
alter table accounts add column staff_roles jsonb;
update accounts set staff_roles = '["owner"]' where kind = 'admin';
alter table accounts add constraint admins_have_roles check ((kind = 'admin') = (staff_roles is not null));
