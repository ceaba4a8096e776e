-- What somebody has begun to write goes to the office, as until now, or to others as email.
alter table message_drafts add column way text not null default 'office';
