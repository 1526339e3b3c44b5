/** An offset in use somewhere in the world. */
export interface UtcOffset {
  /** `UTC+08:00`. */
  readonly value: string;
  readonly minutes: number;
}

/**
 * Whole hours and the half and quarter hours alike, among them two that are used in summer only (Newfoundland -02:30,
 * Chatham +13:45).
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

export const utcOffsets: readonly UtcOffset[] = OFFSETS.map((offset) => ({
  value: `UTC${offset}`,
  minutes: minutesOf(offset),
}));

function two(figure: number): string {
  return String(figure).padStart(2, '0');
}

/** `UTC+05:45` for 345. */
export function utcOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}

/** Zones that keep an offset of half or quarter hours all year. */
const WITHOUT_DAYLIGHT_SAVING: ReadonlyMap<string, string> = new Map([
  ['-09:30', 'Pacific/Marquesas'],
  ['+03:30', 'Asia/Tehran'],
  ['+04:30', 'Asia/Kabul'],
  ['+05:30', 'Asia/Kolkata'],
  ['+05:45', 'Asia/Kathmandu'],
  ['+06:30', 'Asia/Yangon'],
  ['+08:45', 'Australia/Eucla'],
  ['+09:30', 'Australia/Darwin'],
]);

/** The zone that has this offset all year. "Etc/GMT-1" is an hour east of UTC; "+12:45" has no named zone. */
function zoneOfOffset(offset: string): string {
  const hours = minutesOf(offset) / 60;
  if (hours === 0) return 'UTC';
  if (Number.isInteger(hours)) return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  return WITHOUT_DAYLIGHT_SAVING.get(offset) ?? offset;
}

const ZONE_BY_OFFSET: ReadonlyMap<string, string> = new Map(
  OFFSETS.map((offset) => [`UTC${offset}`, zoneOfOffset(offset)]),
);

/** Minutes of the zones that are nothing but an offset: `UTC`, `Etc/GMT-1`, `+12:45`. */
const OFFSET_ZONES: ReadonlyMap<string, number> = new Map(
  OFFSETS.filter((offset) => !WITHOUT_DAYLIGHT_SAVING.has(offset)).map((offset) => [
    zoneOfOffset(offset),
    minutesOf(offset),
  ]),
);

/** Engines differ: some still use names that the IANA database has replaced. */
const REPLACED: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

let known: ReadonlySet<string> | null = null;

/** Every zone of a site: the places that Intl lists, and the zones that are nothing but an offset. */
export function timeZones(): ReadonlySet<string> {
  known ??= new Set([
    ...Intl.supportedValuesOf('timeZone')
      .map((zone) => REPLACED.get(zone) ?? zone)
      .filter((zone) => zone.includes('/') && !zone.startsWith('Etc/')),
    ...OFFSET_ZONES.keys(),
  ]);
  return known;
}

function intlName(text: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The name under which a zone is stored: `Europe/Warsaw` for itself, other spellings and former names, `Etc/GMT-8` for
 * `UTC+08:00`; null when it is no zone. Short names such as EST are ambiguous and refused.
 */
export function timeZoneOf(text: string): string | null {
  const ofOffset = ZONE_BY_OFFSET.get(text);
  if (ofOffset !== undefined) return ofOffset;
  if (timeZones().has(text)) return text;
  const name = text.includes('/') ? intlName(text) : null;
  const zone = name === null ? null : (REPLACED.get(name) ?? name);
  return zone !== null && timeZones().has(zone) ? zone : null;
}

export function isTimeZone(text: string): boolean {
  return timeZoneOf(text) !== null;
}

/** Minutes of a zone that is nothing but an offset; null for a place. */
export function fixedOffset(zone: string): number | null {
  return OFFSET_ZONES.get(zone) ?? null;
}
