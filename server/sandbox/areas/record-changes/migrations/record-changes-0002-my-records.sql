-- The same for medications, the chosen pharmacy and visit records.
create trigger medications_added after insert on medications referencing new table as changed for each statement execute function note_record_changes('MEDICATION');
create trigger medications_changed after update on medications referencing new table as changed for each statement execute function note_record_changes('MEDICATION');
create trigger medications_removed after delete on medications referencing old table as changed for each statement execute function note_record_changes('MEDICATION');
create trigger patient_pharmacies_added after insert on patient_pharmacies referencing new table as changed for each statement execute function note_record_changes('PHARMACY');
create trigger patient_pharmacies_changed after update on patient_pharmacies referencing new table as changed for each statement execute function note_record_changes('PHARMACY');
create trigger patient_pharmacies_removed after delete on patient_pharmacies referencing old table as changed for each statement execute function note_record_changes('PHARMACY');
create trigger visit_records_added after insert on visit_records referencing new table as changed for each statement execute function note_record_changes('VISIT_RECORD');
create trigger visit_records_changed after update on visit_records referencing new table as changed for each statement execute function note_record_changes('VISIT_RECORD');
create trigger visit_records_removed after delete on visit_records referencing old table as changed for each statement execute function note_record_changes('VISIT_RECORD');
