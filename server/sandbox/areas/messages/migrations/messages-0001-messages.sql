-- Groups of the office that patients can write to.
create table employee_groups (
  practice text not null references practices,
  group_n integer not null,
  name text not null,
  primary key (practice, group_n)
);

create sequence message_numbers start 500001;

-- The last change number that was given out, for each practice. Its row is locked until the message is committed, so
-- that no number appears below one that was read.
create table office_message_changes (
  practice text primary key,
  last integer not null
);

-- Messages between a patient and the office. IN: to the patient, OUT: from the patient. Physician 0: from outside the
-- practice. A message that answers none begins a thread of its own number.
create table messages (
  practice text not null,
  message_id integer not null,
  thread_id integer not null,
  patient_n integer not null,
  direction text not null check (direction in ('IN', 'OUT')),
  physician_id integer not null,
  is_group boolean not null,
  sender_name text not null,
  -- Of messages from the patient: [{ id, name, isGroup }].
  recipients jsonb not null default '[]',
  is_read boolean not null,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  subject text not null,
  body text not null,
  -- For searching: the body without its tags.
  body_text text not null generated always as (regexp_replace(body, '<[^<>]*>', ' ', 'g')) stored,
  -- 0 normal, 1 high.
  priority integer not null default 0 check (priority in (0, 1)),
  -- What the message is about: { kind, id, label }.
  reference jsonb,
  -- Given by the portal: a message is kept once.
  message_key text,
  -- Of messages to the patient: their order.
  change integer,
  primary key (practice, message_id),
  unique (practice, patient_n, message_key),
  foreign key (practice, patient_n) references patients
);
create index messages_of_box on messages (practice, patient_n, direction, sent_at desc, message_id desc);
create index messages_unread on messages (practice, patient_n) where direction = 'IN' and not is_read;
create index messages_of_thread on messages (practice, patient_n, thread_id);
create index messages_by_change on messages (practice, change);

create function number_office_message() returns trigger language plpgsql as $$ begin insert into office_message_changes as o (practice, last) values (new.practice, 1) on conflict (practice) do update set last = o.last + 1 returning o.last into new.change; return new; end $$;

create trigger office_messages_are_numbered before insert on messages for each row when (new.direction = 'IN') execute function number_office_message();

create table message_attachments (
  practice text not null,
  attachment_id integer not null generated always as identity,
  message_id integer not null,
  file_name text not null,
  file_type text not null,
  content bytea not null,
  primary key (practice, attachment_id),
  foreign key (practice, message_id) references messages
);
create index message_attachments_of_message on message_attachments (practice, message_id);
