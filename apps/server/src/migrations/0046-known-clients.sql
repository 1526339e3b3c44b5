-- Clients seen lately, by their address: where each was last, per site and kind of device, because people see sites and
-- kinds of devices. Most clients have one row. Rows are written when a client joins, leaves or changes, and once an hour.
create table known_terminal (
  tenant_id uuid not null,
  mac text not null,
  -- Null: at a device without a site.
  site_id uuid,
  device_kind text not null,
  device_id uuid not null,
  ip text not null,
  hostname text not null,
  ssid text not null,
  -- Null for a client at a port.
  band text,
  channel smallint,
  port text not null,
  signal smallint,
  -- Of its last session there; rx is what the device received from the client.
  rx_bytes bigint not null,
  tx_bytes bigint not null,
  last_seen_at timestamptz not null,
  -- Whether that session was open when the row was written.
  is_open boolean not null
);
-- In byte order, so that it finds the beginning of an address in any locale.
create unique index known_terminal_key on known_terminal (tenant_id, mac text_pattern_ops, site_id, device_kind)
  nulls not distinct;
create index known_terminal_seen on known_terminal (tenant_id, last_seen_at desc, mac desc);
create index known_terminal_site on known_terminal (tenant_id, site_id, last_seen_at desc, mac desc);
call app.wall_off('known_terminal');

set local role airloom_system;
insert into known_terminal (tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, band, channel, port,
  signal, rx_bytes, tx_bytes, last_seen_at, is_open)
select distinct on (session.tenant_id, session.mac, session.site_id, device.kind)
  session.tenant_id, session.mac, session.site_id, device.kind, session.device_id, session.ip, session.hostname,
  session.ssid, session.band, session.channel, session.port, session.signal_last, session.rx_bytes, session.tx_bytes,
  session.last_seen_at, session.ended_at is null
from terminal_session session
join device on device.tenant_id = session.tenant_id and device.id = session.device_id
where session.last_seen_at > now() - interval '30 days'
order by session.tenant_id, session.mac, session.site_id, device.kind, session.last_seen_at desc;
reset role;

-- Searches for a part of a text, as in 0039: by the digits of the address, the host name, the IP address, or the name
-- that people gave the client. Dots are indexed as letters: otherwise the trigrams of an IP address are those of its single
-- numbers, which most addresses have.
do $$
declare
  extension_schema text := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
begin
  if extension_schema is null then
    create function app.search_known_terminal(texts text[], at_most int, narrowed uuid) returns text[]
      language sql immutable return null::text[];
    return;
  end if;
  execute format($make$
    create index known_terminal_search on known_terminal
    using gin (app.search_text(replace(replace(mac, ':', '') || e'\n' || hostname || e'\n' || ip, '.', 'x')) %s.gin_trgm_ops)$make$,
    extension_schema);
  create function app.search_known_terminal(texts text[], at_most int, narrowed uuid) returns text[]
    language plpgsql stable security definer set search_path = public, pg_temp as $body$
  declare
    patterns text[] := array(
      select '%' || replace(replace(app.search_text(value), '%', '\%'), '_', '\_') || '%' from unnest(texts) value);
    joined text[] := array(select replace(pattern, '.', 'x') from unnest(patterns) pattern);
    found text[];
  begin
    -- Planned with the patterns, which decide whether the index is the better way.
    execute $statement$
      select array(select mac from (
        (select mac from known_terminal
         where tenant_id = $1
           and app.search_text(replace(replace(mac, ':', '') || e'\n' || hostname || e'\n' || ip, '.', 'x')) like any ($2)
         limit $4)
        union
        (select mac from terminal where tenant_id = $1 and name <> '' and app.search_text(name) like any ($3)
         limit $4)
      ) found limit $4)$statement$
      into found using app.tenant(), joined, patterns, at_most + 1;
    return case when cardinality(found) <= at_most then found end;
  end $body$;
end $$;
grant create on schema app to airloom_system;
revoke execute on function app.search_known_terminal(text[], int, uuid) from public;
grant execute on function app.search_known_terminal(text[], int, uuid) to airloom_app;
alter function app.search_known_terminal(text[], int, uuid) owner to airloom_system;
revoke create on schema app from airloom_system;

-- Online clients are found through their known addresses.
drop function app.search_open_session(text[], int, uuid);
