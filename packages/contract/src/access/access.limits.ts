export const ROLE_LIMITS = {
  nameMax: 32,
} as const;
