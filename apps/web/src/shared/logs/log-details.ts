import type { DeviceLogRow } from '@airloom/contract/telemetry/telemetry.model';

type Said = DeviceLogRow['details'][string];

export interface Detail {
  name: string;
  value: string;
}

/** The severity has a column of its own. */
const ELSEWHERE = new Set(['severity']);

function isRecord(said: Said): said is Record<string, Said> {
  return typeof said === 'object' && said !== null && !Array.isArray(said);
}

/** What an event says beside its type: what is empty is left out, what is nested stands beside the rest. */
export function detailsOf(details: DeviceLogRow['details']): Detail[] {
  return Object.entries(details).flatMap(([name, said]): Detail[] => {
    if (ELSEWHERE.has(name)) return [];
    if (isRecord(said)) return detailsOf(said);
    const value = Array.isArray(said) ? said.map(String).join('; ') : String(said ?? '');
    return value === '' ? [] : [{ name, value }];
  });
}
