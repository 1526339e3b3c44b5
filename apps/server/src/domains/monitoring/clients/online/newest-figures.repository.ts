import type { ClientSample, Report } from '@airloom/device-protocol/model';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import type { TenantScope } from '../../../../platform/scope.ts';
import { type Sample, samplesOf } from '../sessions/client-samples.ts';
import type { Served } from '../sessions/experience-score.ts';
import { readEarlierSamples } from '../sessions/minutes.repository.ts';
import { RECENT_MS } from '../sessions/minutes.ts';
import { countersSince, retryPercentOf } from '../sessions/packet-counters.ts';

/** Figures of a client from the newest report of its device. */
export interface Newest {
  readonly sample: ClientSample;
  /** Null for a wired client. */
  readonly served: Served | null;
}

/** The newest report of a device. */
interface NewestReport extends Pick<Report, 'unit' | 'radios' | 'clients'> {
  readonly deviceId: string;
  readonly at: number;
  /** The requested clients among its clients. */
  readonly own: readonly ClientSample[];
}

/** A packed report a few minutes before the newest one. */
interface Before {
  readonly at: number;
  readonly samples: ReadonlyMap<string, Sample>;
}

/**
 * Retry share of packets since the earlier report; the counters of the whole connection cover its past too. They count
 * completely if the connection started after that report. Null when the earlier counters are unknown.
 */
function retryPercentSince(
  before: Before | undefined,
  at: number,
  { mac, wireless, connectedSeconds }: ClientSample,
): number | null {
  const packets = wireless?.txPackets ?? null;
  const retries = wireless?.txRetries ?? null;
  if (packets === null || retries === null) return null;
  const spanMs = before === undefined ? RECENT_MS : at - before.at;
  const isNew = connectedSeconds !== null && connectedSeconds * 1000 <= spanMs;
  const last = before?.samples.get(mac);
  if (last === undefined && !isNew) return null;
  return retryPercentOf(countersSince(isNew ? undefined : last, { packets, retries }));
}

function newestOf(
  { at, unit, radios, clients }: NewestReport,
  sample: ClientSample,
  before: Before | undefined,
): Newest {
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
      retryPercent: retryPercentSince(before, at, sample),
      utilisationPercent: radio?.utilisationPercent ?? null,
      deviceClients: clients.filter((client) => client.wireless !== null).length,
      cpuPercent: unit.cpuPercent,
    },
  };
}

export function newestKey(deviceId: string, mac: string): string {
  return `${deviceId} ${mac}`;
}

type Wanted = readonly { readonly device_id: string; readonly mac: string }[];

async function newestReports(
  tx: Transaction,
  { tenant }: TenantScope,
  wanted: Wanted,
): Promise<NewestReport[]> {
  const byDevice = Map.groupBy(wanted, (one) => one.device_id);
  const rows = await tx.all(sql<{ device_id: string; ts: Date; report: string }>`
    select device_id, ts, report from device_last_report
    where tenant_id = ${tenant} and device_id = any(${[...byDevice.keys()]}::uuid[])`);
  return rows.map(({ device_id: deviceId, ts, report }) => {
    const parsed: Pick<Report, 'unit' | 'radios' | 'clients'> = JSON.parse(report);
    const macs = new Set(byDevice.get(deviceId)?.map(({ mac }) => mac));
    return { ...parsed, deviceId, at: ts.getTime(), own: parsed.clients.filter(({ mac }) => macs.has(mac)) };
  });
}

/** The figures of these clients in the newest reports of their devices, by `newestKey`. */
export async function newestFigures(
  tx: Transaction,
  scope: TenantScope,
  wanted: Wanted,
): Promise<ReadonlyMap<string, Newest>> {
  const found = new Map<string, Newest>();
  if (wanted.length === 0) return found;
  const newest = await newestReports(tx, scope, wanted);
  const atRadios = newest.filter(({ own }) => own.some(({ wireless }) => wireless !== null));
  const packed = await readEarlierSamples(tx, scope, atRadios);
  for (const report of newest) {
    const { deviceId, own } = report;
    const kept = packed.get(deviceId);
    const macs = own.map(({ mac }) => mac);
    const before = kept && { at: kept.at, samples: samplesOf(kept.samples, macs) };
    for (const sample of own) found.set(newestKey(deviceId, sample.mac), newestOf(report, sample, before));
  }
  return found;
}
