-- Patients whom the practice has disabled: neither they nor those who act for them can open their record. There is a row
-- while it is so.
create table disabled_patients (
  licensee_id text not null,
  patient_id text not null,
  disabled_at timestamptz not null,
  -- The user name of the member of the staff.
  disabled_by text not null,
  reason text not null,
  -- When the record server took it; null before.
  reported_at timestamptz,
  primary key (licensee_id, patient_id)
);

-- What the staff did for an account, and why; the audit log names no reasons.
create table account_acts (
  id bigint generated always as identity primary key,
  licensee_id text not null,
  patient_id text not null,
  what text not null,
  reason text not null,
  done_by text not null,
  done_at timestamptz not null
);
create index account_acts_of_patient on account_acts (licensee_id, patient_id, done_at);

-- The office may stop installments, too.
alter table installment_plans drop constraint installment_plans_stopped_by_check;
alter table installment_plans add constraint installment_plans_stopped_by_check
  check (stopped_by in ('payer', 'access', 'card', 'declined', 'refunded', 'office'));
