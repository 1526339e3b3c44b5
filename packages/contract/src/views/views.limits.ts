export const SAVED_VIEW_LIMITS = {
  tableNameMax: 64,
  nameMax: 30,
  queryMax: 2_000,
} as const;
