-- A card that was entered belongs to the session in which that was done, and ends with it. Those that are there last
-- minutes, and are entered again.
delete from entered_cards;
alter table entered_cards add column session_hash text not null default '';
alter table entered_cards drop constraint entered_cards_pkey;
alter table entered_cards add primary key (licensee_id, payer, session_hash);
