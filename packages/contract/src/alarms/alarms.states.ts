/** State of an active alarm. A cleared alarm is history and does not change. */
export const ALARM_STATES = ['unconfirmed', 'confirmed'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** Why an alarm was cleared. `recovered`: the condition ended. `passed`: it was an event without duration. */
export const CLEAR_REASONS = ['recovered', 'person', 'ruleChanged', 'deviceRemoved', 'passed'] as const;
export type ClearReason = (typeof CLEAR_REASONS)[number];
