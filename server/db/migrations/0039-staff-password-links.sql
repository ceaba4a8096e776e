-- An owner has sent a member of the staff a link to choose a new password.
alter table staff_changes drop constraint staff_changes_what_check;
alter table staff_changes add constraint staff_changes_what_check
  check (what in ('joined', 'roles', 'ended', 'restored', 'second factor off', 'password link'));
