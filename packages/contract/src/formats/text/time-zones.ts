export interface TimeZone {
  readonly value: string;
  readonly minutes: number;
}

/**
 * Every offset in use somewhere, whole hours and the half and quarter hours alike, among them two that are
 * used in summer only (Newfoundland -02:30, Chatham +13:45).
 */
const OFFSETS = `
  -12:00 -11:00 -10:00 -09:30 -09:00 -08:00 -07:00 -06:00 -05:00 -04:00 -03:30 -03:00 -02:30 -02:00 -01:00
  +00:00 +01:00 +02:00 +03:00 +03:30 +04:00 +04:30 +05:00 +05:30 +05:45 +06:00 +06:30 +07:00 +08:00 +08:45
  +09:00 +09:30 +10:00 +10:30 +11:00 +12:00 +12:45 +13:00 +13:45 +14:00
`
  .trim()
  .split(/\s+/);

function minutesOf(offset: string): number {
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  return offset.startsWith('-') ? -minutes : minutes;
}

export const timeZones: readonly TimeZone[] = OFFSETS.map((offset) => ({
  value: `UTC${offset}`,
  minutes: minutesOf(offset),
}));

const minutesByValue: ReadonlyMap<string, number> = new Map(
  timeZones.map((zone) => [zone.value, zone.minutes]),
);

export function isTimeZone(text: string): boolean {
  return minutesByValue.has(text);
}

export function timeZoneMinutes(text: string): number | null {
  return minutesByValue.get(text) ?? null;
}
