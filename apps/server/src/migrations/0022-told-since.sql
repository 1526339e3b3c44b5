-- When an alarm became as grave as it is. Null: it was from the beginning.
alter table alarm add column levelled_at timestamptz;

-- Since when a setting tells anything, whatever was changed about it meanwhile.
alter table notice_setting add column on_since timestamptz;
update notice_setting set on_since = updated_at;
alter table notice_setting alter column on_since set not null;
