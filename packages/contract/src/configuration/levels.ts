/** Where a setting is defined, most general first. The more specific level wins. */
export const LEVELS = ['organization', 'site', 'group', 'device'] as const;
export type Level = (typeof LEVELS)[number];
