export const SEARCH_LIMITS = {
  /** Shorter texts find nothing: a single character is nearly everywhere. */
  textMin: 2,
  textMax: 64,
  /** Results of each kind. */
  eachMax: 8,
} as const;
