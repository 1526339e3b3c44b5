export const PORT_LIMITS = {
  nameMax: 64,
  /** Link changes within an hour from which a port counts as flapping; a link that goes down and up counts twice. */
  flappingChanges: 6,
  /** Samples of port counters: their interval, and how long those at full hours and the others are stored. */
  sampleMinutes: 15,
  hourlySampleDays: 14,
  sampleHours: 25,
} as const;
