import type { ClientSample, Report } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import type { Transaction } from '../../platform/database/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { PACKETS_LEAST, type Served } from './experience.ts';

/** What the newest report of its device says of a client. */
export interface Newest {
  readonly sample: ClientSample;
  /** Null for a client at a port. */
  readonly served: Served | null;
}

function retryPercentOf({ txPackets, txRetries }: NonNullable<ClientSample['wireless']>): number | null {
  if (txPackets === null || txRetries === null || txPackets < PACKETS_LEAST) return null;
  return Math.min(100, Math.round((100 * txRetries) / txPackets));
}

type Told = Pick<Report, 'unit' | 'radios' | 'clients'>;

function newestOf({ unit, radios, clients }: Told, sample: ClientSample): Newest {
  const { wireless } = sample;
  if (wireless === null) return { sample, served: null };
  const radio = radios.find(
    ({ band, channel }) =>
      band === wireless.band && (wireless.channel === null || channel === wireless.channel),
  );
  return {
    sample,
    served: {
      signal: wireless.signal,
      downRateKbps: wireless.txRateKbps,
      retryPercent: retryPercentOf(wireless),
      utilisationPercent: radio?.utilisationPercent ?? null,
      deviceClients: clients.filter((client) => client.wireless !== null).length,
      cpuPercent: unit.cpuPercent,
    },
  };
}

export function newestKey(deviceId: string, mac: string): string {
  return `${deviceId} ${mac}`;
}

/** The figures of these clients in the newest reports of their devices, by `newestKey`. */
export async function newestFigures(
  tx: Transaction,
  { tenant }: TenantScope,
  wanted: readonly { readonly device_id: string; readonly mac: string }[],
): Promise<ReadonlyMap<string, Newest>> {
  const found = new Map<string, Newest>();
  if (wanted.length === 0) return found;
  const macs = Map.groupBy(wanted, (one) => one.device_id);
  const rows = await tx.all(sql<{ device_id: string; report: string }>`
    select device_id, report from device_last_report
    where tenant_id = ${tenant} and device_id = any(${[...macs.keys()]}::uuid[])`);
  for (const { device_id, report } of rows) {
    const told: Told = JSON.parse(report);
    const own = new Set((macs.get(device_id) ?? []).map(({ mac }) => mac));
    for (const sample of told.clients) {
      if (own.has(sample.mac)) found.set(newestKey(device_id, sample.mac), newestOf(told, sample));
    }
  }
  return found;
}
