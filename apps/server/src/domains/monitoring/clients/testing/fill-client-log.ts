import { sql } from 'kysely';
import type { TestServer } from '../../../../testing/test-server.ts';

const MAC = sql`'02:' || regexp_replace(lpad(to_hex(n), 10, '0'), '(..)(?=.)', '\\1:', 'g')`;

const AT_ONCE = 10_000;

/** Sessions that have ended, one a second, with host names such as `host-1f0e3dad`. */
export async function fillTerminalLog(
  { platform }: Pick<TestServer, 'platform'>,
  { tenant }: { readonly tenant: string },
  log: { readonly deviceId: string; readonly siteId: string; readonly sessions: number },
): Promise<void> {
  for (let first = 1; first <= log.sessions; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE - 1, log.sessions);
    const insert = sql`
      insert into terminal_session (tenant_id, id, device_id, site_id, visit_id, mac, started_at, ended_at, end_reason,
        last_seen_at, counter_rx, counter_tx, rx_bytes, tx_bytes, signal_sum, signal_samples, channel, band, ssid, port,
        ip, hostname)
      select ${tenant}, gen_random_uuid(), ${log.deviceId}, ${log.siteId}, gen_random_uuid(), ${MAC},
        now() - n * interval '1 second' - interval '1 minute', now() - n * interval '1 second', 'left', now(), 0, 0, 0,
        0, 0, 0, 36, '5G', 'Office', '', concat_ws('.', 10, n >> 16, (n >> 8) & 255, n & 255),
        'host-' || substr(md5(n::text), 1, 8)
      from generate_series(${first}::int, ${last}::int) n`;
    await platform.database.asSystem((tx) => tx.run(insert));
  }
}
