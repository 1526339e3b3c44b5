import { randomBytes } from 'node:crypto';
import type { Band } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import { sqlBuilder } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import type { TestServer } from './test-server.ts';

interface Fields {
  readonly deviceId: string;
  readonly siteId: string | null;
  readonly mac?: string;
  readonly hostname?: string;
  readonly name?: string;
  readonly ip?: string;
  readonly ssid?: string;
  /** Null: at a port. */
  readonly band?: Band | null;
  readonly signal?: number;
  readonly startedAt?: Date;
  readonly endedAt?: Date;
  readonly visitId?: string;
  readonly rx?: number;
  readonly tx?: number;
}

/** A client at a device, as if reported by it; active unless it has an end. */
export async function buildTerminal(
  server: Pick<TestServer, 'platform'>,
  { tenant }: { readonly tenant: string },
  fields: Fields,
): Promise<{ mac: string; sessionId: string }> {
  const now = server.platform.now();
  const mac = fields.mac ?? `02:${randomBytes(5).toString('hex').match(/../g)?.join(':')}`;
  const sessionId = newId();
  const hostname = fields.hostname ?? '';
  const startedAt = fields.startedAt ?? now;
  const band = fields.band === undefined ? '5G' : fields.band;
  await server.platform.database.asSystem(async (tx) => {
    await tx.run(
      sqlBuilder.insertInto('terminal_session').values({
        tenant_id: tenant,
        id: sessionId,
        device_id: fields.deviceId,
        site_id: fields.siteId,
        visit_id: fields.visitId ?? sessionId,
        mac,
        started_at: startedAt,
        ended_at: fields.endedAt ?? null,
        end_reason: fields.endedAt === undefined ? null : 'left',
        last_seen_at: fields.endedAt ?? now,
        counter_rx: 0,
        counter_tx: 0,
        rx_bytes: fields.rx ?? 0,
        tx_bytes: fields.tx ?? 0,
        signal_last: fields.signal ?? null,
        signal_min: fields.signal ?? null,
        signal_sum: fields.signal ?? 0,
        signal_samples: fields.signal === undefined ? 0 : 1,
        channel: band === null ? null : 36,
        band,
        ssid: band === null ? '' : (fields.ssid ?? 'Office'),
        port: band === null ? 'LAN2' : '',
        ip: fields.ip ?? '',
        hostname,
      }),
    );
    await tx.run(
      sqlBuilder
        .insertInto('terminal')
        .values({
          tenant_id: tenant,
          mac,
          hostname,
          kind: 'unknown',
          name: fields.name ?? '',
          first_seen_at: startedAt,
          last_seen_at: now,
        })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'mac']).doNothing()),
    );
    await tx.run(sql`
      insert into known_terminal as known (tenant_id, mac, site_id, device_kind, device_id, ip, hostname, ssid, band,
        channel, port, signal, rx_bytes, tx_bytes, last_seen_at, is_open)
      select tenant_id, mac, site_id, (select kind from device where device.id = device_id), device_id, ip, hostname,
        ssid, band, channel, port, signal_last, rx_bytes, tx_bytes, last_seen_at, ended_at is null
      from terminal_session where id = ${sessionId}
        and exists (select from device where device.id = terminal_session.device_id)
      on conflict (tenant_id, mac, site_id, device_kind) do update set device_id = excluded.device_id,
        ip = excluded.ip, hostname = excluded.hostname, last_seen_at = excluded.last_seen_at, is_open = excluded.is_open
      where excluded.last_seen_at >= known.last_seen_at`);
  });
  return { mac, sessionId };
}
