-- Parts of words and misspelled names are found by their trigrams; PGlite and PostgreSQL both ship the extension.
create extension if not exists pg_trgm;
create index pharmacies_by_parts on pharmacies using gin (name gin_trgm_ops, address gin_trgm_ops, city gin_trgm_ops, state gin_trgm_ops, zip gin_trgm_ops, phone gin_trgm_ops, fax gin_trgm_ops);
create index pharmacies_by_name on pharmacies (practice, name, city, pharmacy_n);
