import { z } from 'zod';
import type { ScanEntry } from '../model.ts';
import { figure, optionalText } from './fields.ts';
import { colonMac, dbmOf, textOf, wholeWithin } from './figures.ts';

const ENTRIES_MAX = 1024;

const entry = z.looseObject({
  bssid: z.string(),
  ssid: optionalText,
  channel: figure,
  signal: figure,
});
const entries = z.array(entry);

/** An unsolicited scan is a list, a requested one is under `scan`. */
export const scanParams = z.looseObject({
  serial: z.string(),
  data: z.union([entries, z.looseObject({ scan: entries.optional() })]),
});
type ScanParams = z.infer<typeof scanParams>;

export function scanOf({ data }: ScanParams): ScanEntry[] {
  return entriesOf(Array.isArray(data) ? data : (data.scan ?? []));
}

export function entriesOf(reported: z.infer<typeof entries>): ScanEntry[] {
  const found: ScanEntry[] = [];
  for (const { bssid, ssid, channel, signal } of reported) {
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

/** Scan result of a command. */
export function scanInResult(result: Readonly<Record<string, unknown>>): ScanEntry[] {
  const read = scanResult.safeParse(result);
  return read.success ? entriesOf(read.data.status.scan) : [];
}
