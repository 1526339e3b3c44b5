import { z } from 'zod';
import type { ScanEntry } from '../model.ts';
import { figure, word } from './fields.ts';
import { colonMac, dbmOf, textOf, wholeWithin } from './figures.ts';

const ENTRIES_MAX = 1024;

const entry = z.looseObject({
  bssid: z.string(),
  ssid: word,
  channel: figure,
  signal: figure,
});
const entries = z.array(entry);

/** A scan of its own accord is a list, one that was asked for stands under `scan`. */
export const scanParams = z.looseObject({
  serial: z.string(),
  data: z.union([entries, z.looseObject({ scan: entries.optional() })]),
});
type ScanParams = z.infer<typeof scanParams>;

export function scanOf({ data }: ScanParams): ScanEntry[] {
  return entriesOf(Array.isArray(data) ? data : (data.scan ?? []));
}

export function entriesOf(told: z.infer<typeof entries>): ScanEntry[] {
  const found: ScanEntry[] = [];
  for (const { bssid, ssid, channel, signal } of told) {
    const mac = colonMac(bssid);
    if (mac === null || found.length >= ENTRIES_MAX) continue;
    found.push({
      bssid: mac,
      ssid: textOf(ssid),
      channel: wholeWithin(channel, 0, 1000) ?? 0,
      signal: dbmOf(signal) ?? 0,
    });
  }
  return found;
}

const scanResult = z.looseObject({ status: z.looseObject({ scan: entries }) });

/** What a device found when it was told to look around. */
export function scanInResult(result: Readonly<Record<string, unknown>>): ScanEntry[] {
  const read = scanResult.safeParse(result);
  return read.success ? entriesOf(read.data.status.scan) : [];
}
