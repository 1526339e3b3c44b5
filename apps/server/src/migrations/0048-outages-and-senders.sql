-- Answers of writing calls, by the key under which their client repeats them.
create table repeated_call (
  tenant_id uuid not null references account (id) on delete cascade,
  manager_id uuid not null,
  key text not null,
  request_hash bytea not null,
  -- Sealed: it may contain a secret that is shown once. Null while the call is running.
  answer text,
  at timestamptz not null,
  primary key (tenant_id, manager_id, key)
);
create index repeated_call_at on repeated_call (at);
call app.wall_off('repeated_call');

-- The message was not sent, because the console has no sender for it.
alter table invitation drop constraint invitation_delivery_check;
alter table invitation add constraint invitation_delivery_check
  check (delivery in ('queued', 'sent', 'failed', 'noSender'));

-- Chats receive notifications in their own format. Only some sign their messages.
alter table webhook add column kind text not null default 'webhook'
  check (kind in ('webhook', 'slack', 'teams', 'dingtalk', 'wecom', 'feishu'));
alter table webhook alter column secret drop not null;

-- After all processes were down, devices of the last ones have until then to reconnect.
alter table gateway_process add column grace_until timestamptz;
