/** `stopped`: too many failed, or a person stopped it; waiting members do not start, running ones finish. */
export const ROLLOUT_STATES = ['scheduled', 'running', 'paused', 'stopped', 'finished'] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

/** An ended rollout runs again only to retry failed members. */
export const ROLLOUT_TRANSITIONS: Readonly<Record<RolloutState, readonly RolloutState[]>> = {
  scheduled: ['running', 'stopped'],
  running: ['paused', 'stopped', 'finished'],
  paused: ['running', 'stopped'],
  stopped: ['running'],
  finished: ['running'],
};

export const ROLLOUT_CHANGES = ['pause', 'resume', 'stop', 'retryFailed'] as const;
export type RolloutChange = (typeof ROLLOUT_CHANGES)[number];
