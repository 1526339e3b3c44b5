import { displayMac } from '@airloom/contract/formats/network/mac';
import type { DeviceLogRow } from '@airloom/contract/telemetry/telemetry.model';

type DetailValue = DeviceLogRow['details'][string];

export interface Detail {
  name: string;
  value: string;
}

/** The severity has a column of its own. */
const ELSEWHERE = new Set(['severity']);

function isRecord(value: DetailValue): value is Record<string, DetailValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As reported; a number of twelve digits is no address. */
function shown(text: string): string {
  return text.includes(':') ? displayMac(text) : text;
}

/** Details of an event: empty values are skipped, nested ones flattened. */
export function detailsOf(details: DeviceLogRow['details']): Detail[] {
  return Object.entries(details).flatMap(([name, entry]): Detail[] => {
    if (ELSEWHERE.has(name)) return [];
    if (isRecord(entry)) return detailsOf(entry);
    const value = Array.isArray(entry) ? entry.map(String).map(shown).join('; ') : shown(String(entry ?? ''));
    return value === '' ? [] : [{ name, value }];
  });
}
