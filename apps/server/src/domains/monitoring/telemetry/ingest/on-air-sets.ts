import { hash } from 'node:crypto';
import { DAY, HOUR } from '@airloom/contract/time';
import type { ClientSample, Report } from '@airloom/device-protocol/model';
import { storableText } from '@airloom/device-protocol/storable-text';
import { plainJson } from './plain-json.ts';
import { BAND_BIT } from './report-columns.ts';

/** Sets are kept this long after they were written. */
export const UNUSED_SETS_KEPT_MS = DAY;
/** A used set is written again after this time, long before it could be deleted. */
const REWRITTEN_AFTER_MS = 6 * HOUR;
const REMEMBERED_MAX = 20_000;
const SSIDS_MAX = 64;
const SSID_LENGTH_MAX = 64;

/** Networks on air of one or more access points, by name. */
export interface OnAirSet {
  readonly tenant: string;
  readonly key: string;
  readonly networks: readonly (readonly [ssid: string, bands: number])[];
}

/** The networks that a report lists; those of its clients when it lists none. */
function networksOf({ networks, clients }: Pick<Report, 'networks' | 'clients'>): [string, number][] {
  const bandsOf = new Map<string, number>();
  for (const one of networks ?? clients.map(({ wireless }) => wireless)) {
    if (one === null) continue;
    const ssid = storableText(one.ssid, SSID_LENGTH_MAX);
    const known = bandsOf.get(ssid);
    if (known !== undefined || bandsOf.size < SSIDS_MAX) bandsOf.set(ssid, (known ?? 0) | BAND_BIT[one.band]);
  }
  return [...bandsOf].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Wireless clients by SSID as a JSON object; empty text when there are none. */
export function networkClientsOf(clients: Iterable<Pick<ClientSample, 'wireless'>>): string {
  const counts = new Map<string, number>();
  for (const { wireless } of clients) {
    if (wireless === null) continue;
    const ssid = storableText(wireless.ssid, SSID_LENGTH_MAX);
    const known = counts.get(ssid);
    if (known !== undefined || counts.size < SSIDS_MAX) counts.set(ssid, (known ?? 0) + 1);
  }
  return counts.size === 0 ? '' : plainJson(Object.fromEntries(counts));
}

/** Sets that this process has written, and when. */
export class StoredSets {
  readonly #writtenAt = new Map<string, number>();

  has({ tenant, key }: Pick<OnAirSet, 'tenant' | 'key'>, now: number): boolean {
    const at = this.#writtenAt.get(`${tenant} ${key}`);
    return at !== undefined && Math.abs(now - at) < REWRITTEN_AFTER_MS;
  }

  add(sets: readonly OnAirSet[], now: number): void {
    if (this.#writtenAt.size + sets.length > REMEMBERED_MAX) this.#writtenAt.clear();
    for (const { tenant, key } of sets) this.#writtenAt.set(`${tenant} ${key}`, now);
  }
}

/** The sets of a batch of reports. */
export class OnAirSets {
  readonly #stored: StoredSets;
  readonly #now: number;
  readonly #missing = new Map<string, OnAirSet>();

  constructor(stored: StoredSets, now: number) {
    this.#stored = stored;
    this.#now = now;
  }

  /** Key of the networks in a report. */
  keyOf(tenant: string, report: Pick<Report, 'networks' | 'clients'>): string {
    const networks = networksOf(report);
    if (networks.length === 0) return 'NULL';
    const set = { tenant, key: hash('md5', JSON.stringify(networks)), networks };
    if (!this.#stored.has(set, this.#now)) this.#missing.set(`${tenant} ${set.key}`, set);
    return set.key;
  }

  /** Sets that have to be written, in the order of their keys, so that concurrent transactions lock them alike. */
  get missing(): readonly OnAirSet[] {
    return [...this.#missing].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, set]) => set);
  }
}
