-- A patient is found by beginnings of words and by digits within the phone number, by their trigrams.
create extension if not exists pg_trgm;

-- Names without what nobody would repeat on the phone: letter case, accents, ligatures. compared-words.ts does the same to
-- what is typed.
create function folded_name(name text) returns text language sql immutable parallel safe return
  lower(regexp_replace(normalize(replace(replace(replace(replace(translate(
    regexp_replace(name, '[''`´ʹ-ʽˈ‘’‛′＇]', '''', 'g'),
    'ØøŁłĐđÐðŦŧıÞþ', 'OoLlDdDdTtiTt'), 'ß', 'ss'), 'Æ', 'AE'), 'æ', 'ae'), 'œ', 'oe'), NFKD), '[\u0300-\u036f]', '', 'g'));

-- The words of a name as people say them: O'Brien-Smith is o, brien and smith, and obrien, and obriensmith.
create function words_of_name(name text) returns text language sql immutable parallel safe return
  ' ' || regexp_replace(folded_name(name), '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000]+', ' ', 'g')
  || ' ' || regexp_replace(replace(folded_name(name), '''', ''), '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000]+', ' ', 'g')
  || ' ' || regexp_replace(folded_name(name), '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000]+', '', 'g') || ' ';

-- Names, then @ before the email address, and # before the number, the record number and its digits.
alter table patients
  add column searched_words text not null generated always as (
    words_of_name(first_name) || words_of_name(last_name) || '@' || lower(email) || ' #' || patient_n::text
    || ' #' || regexp_replace(lower(emrid), '[^a-z0-9]+', '', 'g') || ' #' || regexp_replace(emrid, '\D+', '', 'g') || ' '
  ) stored,
  add column phone_digits text not null generated always as (regexp_replace(cell_phone, '\D+', '', 'g')) stored;

create index patients_by_words on patients using gin (searched_words gin_trgm_ops, phone_digits gin_trgm_ops);
