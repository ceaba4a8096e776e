-- When a portal reported that the patient's access to it has ended.
alter table patients add column portal_disabled_at timestamptz;
