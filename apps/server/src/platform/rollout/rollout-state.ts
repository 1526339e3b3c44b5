import {
  ROLLOUT_TRANSITIONS,
  type RolloutChange,
  type RolloutState,
} from '@airloom/contract/rollout/rollout.states';

const GOES_TO: Readonly<Record<Exclude<RolloutChange, 'retryFailed'>, RolloutState>> = {
  pause: 'paused',
  resume: 'running',
  stop: 'stopped',
};

/** State after the change of a person; null when the change does not fit the state. */
export function stateAfter(state: RolloutState, change: RolloutChange): RolloutState | null {
  if (change === 'retryFailed') {
    if (state === 'scheduled') return null;
    // A paused rollout stays paused; the retried members wait.
    return state === 'paused' ? state : 'running';
  }
  const next = GOES_TO[change];
  if (state === next) return state;
  // Ended rollouts run again only to retry.
  if (change === 'resume' && state !== 'paused') return null;
  return ROLLOUT_TRANSITIONS[state].includes(next) ? next : null;
}

/** The next state, if the table allows it. */
export function movedRollout(from: RolloutState, to: RolloutState): RolloutState {
  if (!ROLLOUT_TRANSITIONS[from].includes(to)) throw new Error(`A rollout cannot go from ${from} to ${to}`);
  return to;
}
