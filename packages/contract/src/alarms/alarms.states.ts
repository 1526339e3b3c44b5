/** Of an alarm that goes on. Once cleared it is history, and does not change any more. */
export const ALARM_STATES = ['unconfirmed', 'confirmed'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** Why an alarm is over. `recovered`: what it was about is well again. `passed`: it was only to be told of. */
export const CLEAR_REASONS = ['recovered', 'person', 'ruleChanged', 'deviceRemoved', 'passed'] as const;
export type ClearReason = (typeof CLEAR_REASONS)[number];
