-- Recognizes the keys kept outside the database (secret.key, pki/authority.pem), so that lost or exchanged ones are
-- noticed at start. Neither value reveals its key.
create table installation_key (
  name text primary key check (name in ('secret', 'authority')),
  fingerprint text not null,
  recorded_at timestamptz not null default now()
);
call app.system_only('installation_key');
