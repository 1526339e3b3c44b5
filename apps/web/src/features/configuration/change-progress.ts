import type { Change } from '@airloom/contract/configuration/configuration.model';
import type { DeviceState } from '@airloom/contract/configuration/configuration.states';

export const PROGRESS_PARTS = [
  'verified',
  'failed',
  'stopped',
  'underWay',
  'waiting',
  'offline',
  'leftOut',
] as const;
export type ProgressPart = (typeof PROGRESS_PARTS)[number];

const PART_OF: Readonly<Record<DeviceState, ProgressPart>> = {
  waiting: 'waiting',
  offline: 'offline',
  sent: 'underWay',
  accepted: 'underWay',
  verified: 'verified',
  rejected: 'failed',
  noAnswer: 'failed',
  notVerified: 'failed',
  reverting: 'failed',
  reverted: 'failed',
  revertFailed: 'failed',
  stopped: 'stopped',
  superseded: 'leftOut',
  cancelled: 'leftOut',
  skipped: 'leftOut',
};

export interface Progress {
  /** Devices that get the change. */
  readonly total: number;
  readonly parts: Readonly<Record<ProgressPart, number>>;
}

/** Devices of a change by what became of them. */
export function progressOf(counts: Change['counts']): Progress {
  const parts: Record<ProgressPart, number> = {
    verified: 0,
    failed: 0,
    stopped: 0,
    underWay: 0,
    waiting: 0,
    offline: 0,
    leftOut: 0,
  };
  for (const [state, part] of entriesOf(PART_OF)) parts[part] += counts[state] ?? 0;
  const all = Object.values(parts).reduce((sum, count) => sum + count, 0);
  return { total: all - parts.leftOut, parts };
}

function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.entries forgets the type of the keys
  return Object.entries(record) as [K, V][];
}
