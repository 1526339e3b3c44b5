-- Visitors of the demo share one person: what a visitor exports belongs to their session. Null for everyone else.
alter table stored_file add column session_id uuid;
alter table sheet_work add column session_id uuid;
