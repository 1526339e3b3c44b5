import type { Change } from '@airloom/contract/configuration/configuration.model';
import {
  CHANGE_TRANSITIONS,
  type ChangeState,
  DEVICE_STATE_TRANSITIONS,
  DEVICE_STATES,
  type RolloutAction,
} from '@airloom/contract/configuration/configuration.states';

/** Failed devices that can be tried again: they wait once more. */
const RETRIED = DEVICE_STATES.filter((state) => DEVICE_STATE_TRANSITIONS[state].includes('waiting'));
const WITH_RETRY: readonly ChangeState[] = ['rollingOut', 'paused', 'doneWithFailures'];
/** Finished for all devices that are connected. */
const ENDED: readonly ChangeState[] = ['done', 'doneWithFailures'];
const REVERTIBLE: readonly ChangeState[] = [...ENDED, 'cancelled'];

export function retriedDevices(counts: Change['counts']): number {
  return RETRIED.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

/** Devices that are updated when they reconnect. */
export function waitingOffline(counts: Change['counts']): number {
  return counts.offline ?? 0;
}

function hasDevices(counts: Change['counts']): boolean {
  return Object.values(counts).some((count) => count > 0);
}

/** What can be done with a change in its state. */
export function actionsIn({ state, counts }: Pick<Change, 'state' | 'counts'>): (RolloutAction | 'revert')[] {
  // Cancelled before its start, it has changed nothing.
  const applied = REVERTIBLE.includes(state) && (state !== 'cancelled' || hasDevices(counts));
  const cancellable =
    CHANGE_TRANSITIONS[state].includes('cancelled') || (ENDED.includes(state) && waitingOffline(counts) > 0);
  return [
    ...(state === 'rollingOut' ? (['pause'] as const) : []),
    ...(state === 'paused' ? (['resume'] as const) : []),
    ...(WITH_RETRY.includes(state) && retriedDevices(counts) > 0 ? (['retryFailed'] as const) : []),
    ...(applied ? (['revert'] as const) : []),
    ...(cancellable ? (['cancel'] as const) : []),
  ];
}

export interface WavePart {
  readonly number: number;
  readonly state: 'over' | 'running' | 'paused' | 'waiting' | 'stopped';
}

/** Waves of a change; those that a cancelled one did not reach are stopped. */
export function wavesOf({
  wave,
  waves,
  state,
}: {
  wave: number;
  waves: number;
  state: ChangeState;
}): WavePart[] {
  return Array.from({ length: waves }, (_, index) => {
    const number = index + 1;
    if (number < wave || ENDED.includes(state)) return { number, state: 'over' };
    if (state === 'cancelled') return { number, state: 'stopped' };
    if (number !== wave) return { number, state: 'waiting' };
    return { number, state: state === 'paused' ? 'paused' : 'running' };
  });
}
