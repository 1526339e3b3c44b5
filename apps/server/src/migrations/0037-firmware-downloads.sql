-- Downloads of an image from an address without TLS: how many requests were answered, until when the one that runs
-- holds the address, and how many bytes from the beginning of the image were sent.
alter table command add column downloads integer not null default 0;
alter table command add column download_until timestamptz;
alter table command add column downloaded_bytes bigint not null default 0;
