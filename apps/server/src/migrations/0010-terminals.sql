-- A client at a device, from joining to leaving. `counter_…` is what its connection's counters last said, `rx_bytes`
-- and `tx_bytes` what that makes since it joined; rx is what the device received from the client.
create table terminal_session (
  tenant_id uuid not null,
  id uuid not null,
  device_id uuid not null,
  site_id uuid,
  -- The same for every session a client roamed through without a break.
  visit_id uuid not null,
  mac text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  last_seen_at timestamptz not null,
  counter_rx bigint not null,
  counter_tx bigint not null,
  rx_bytes bigint not null,
  tx_bytes bigint not null,
  signal_last smallint,
  signal_min smallint,
  signal_sum int not null,
  signal_samples int not null,
  channel smallint,
  -- Null for a client at a port.
  band text,
  ssid text not null,
  port text not null,
  ip text not null,
  hostname text not null,
  end_reason text,
  primary key (tenant_id, id)
) with (fillfactor = 75);
create index terminal_session_at on terminal_session (tenant_id, started_at desc, id desc);
create index terminal_session_mac on terminal_session (tenant_id, mac, started_at desc, id desc);
create index terminal_session_device on terminal_session (tenant_id, device_id, started_at desc, id desc);
create index terminal_session_site on terminal_session (tenant_id, site_id, started_at desc, id desc);
create index terminal_session_open on terminal_session (tenant_id, device_id) where ended_at is null;
-- Those that were cut off with their device may go on when it is back.
create index terminal_session_cut on terminal_session (tenant_id, device_id, ended_at)
  where end_reason in ('deviceOffline', 'silent');
call app.wall_off('terminal_session');

create table terminal_1h (
  tenant_id uuid not null,
  mac text not null,
  hour timestamptz not null,
  site_id uuid,
  rx_bytes bigint not null,
  tx_bytes bigint not null,
  seconds real not null,
  unique nulls not distinct (tenant_id, mac, hour, site_id)
) with (fillfactor = 75);
create index terminal_1h_site on terminal_1h (tenant_id, site_id, hour);
create index terminal_1h_hour on terminal_1h using brin (hour);
call app.wall_off('terminal_1h');
