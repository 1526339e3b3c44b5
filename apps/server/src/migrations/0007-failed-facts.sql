-- Facts that were given up, for counting and forgetting them.
create index outbox_failed on outbox (failed_at) where failed_at is not null;
