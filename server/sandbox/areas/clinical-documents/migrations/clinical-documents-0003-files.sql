-- What a file brought, so that it is added once: SHA-256 of its content; null for one that was written here.
alter table clinical_documents add column digest text;
alter table clinical_documents add constraint clinical_documents_of_digest unique (practice, patient_n, digest);
-- Null: its PDF is drawn from its content. Without content it is a PDF only.
alter table clinical_documents add column pdf bytea;
alter table clinical_documents alter column content drop not null;
alter table clinical_documents add constraint clinical_documents_not_empty check (content is not null or pdf is not null);
