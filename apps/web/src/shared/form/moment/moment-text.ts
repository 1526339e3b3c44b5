/** What a field asks for; its values are `2026-11-18`, `13:05` and `2026-11-18T13:05`, without a time zone. */
export type MomentKind = 'date' | 'time' | 'dateTime';

/** The order in which a region writes a date; a date that begins with the year is read in any region. */
export type DateOrder = 'dayFirst' | 'monthFirst';

const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const PARTS = { date: DATE, time: TIME, dateTime: { ...DATE, ...TIME } } as const;

const SEPARATOR = String.raw`\s*[-./\s年月]\s*`;
const YEAR_FIRST = new RegExp(`^(\\d{4})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d{1,2})日?(?:[T,\\s]+|$)`);
const YEAR_LAST = new RegExp(`^(\\d{1,2})${SEPARATOR}(\\d{1,2})${SEPARATOR}(\\d{4})(?:[T,\\s]+|$)`);
const CLOCK = /^(上午|下午)?\s*(\d{1,2})(?:[:.h](\d{2})(?::\d{2})?)?\s*([ap])?(?:\.?\s?m\.?)?$/i;
/** `0830`. */
const FOUR_FIGURES = /^(\d{2})(\d{2})$/;

const two = (value: number): string => String(value).padStart(2, '0');

function readDate(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` : null;
}

function readTime(text: string): string | null {
  const figures = FOUR_FIGURES.exec(text);
  const [, before, hours, minutes = '00', half] =
    figures === null ? (CLOCK.exec(text) ?? []) : [null, undefined, figures[1], figures[2]];
  if (hours === undefined) return null;
  const isAfternoon = before === '下午' || half?.toLowerCase() === 'p';
  const isMorning = before === '上午' || half?.toLowerCase() === 'a';
  const shown = Number(hours);
  if ((isAfternoon || isMorning) && (shown < 1 || shown > 12)) return null;
  const hour = isAfternoon || isMorning ? (shown % 12) + (isAfternoon ? 12 : 0) : shown;
  return hour > 23 || Number(minutes) > 59 ? null : `${two(hour)}:${minutes}`;
}

/** While somebody types, `1` may become `18:30` or `1/11/2026`: only a text with all its parts counts then. */
function hasMinutes(text: string): boolean {
  return FOUR_FIGURES.test(text) || /\d[:.h]\d{2}/.test(text);
}

/** The value that a text stands for; null when it stands for none. `isFinished`: nothing more will be typed. */
export function readMoment(
  text: string,
  kind: MomentKind,
  order: DateOrder,
  isFinished: boolean,
): string | null {
  // Intl separates the hour from AM with a narrow space.
  const typed = text.replaceAll(/\s+/g, ' ').trim();
  if (kind === 'time') return isFinished || hasMinutes(typed) ? readTime(typed) : null;
  const yearFirst = YEAR_FIRST.exec(typed);
  const match = yearFirst ?? YEAR_LAST.exec(typed);
  if (match === null) return null;
  const [a = 0, b = 0, c = 0] = match.slice(1).map(Number);
  const date =
    yearFirst === null
      ? readDate(c, order === 'monthFirst' ? a : b, order === 'monthFirst' ? b : a)
      : readDate(a, b, c);
  const rest = typed.slice(match[0].length);
  if (date === null) return null;
  if (kind === 'date') return rest === '' ? date : null;
  if (rest === '') return isFinished ? `${date}T00:00` : null;
  const time = isFinished || hasMinutes(rest) ? readTime(rest) : null;
  return time === null ? null : `${date}T${time}`;
}

function instantOf(value: string, kind: MomentKind): Date {
  return new Date(kind === 'time' ? `1970-01-01T${value}Z` : `${value}${kind === 'date' ? 'T00:00' : ''}Z`);
}

/** Texts of one locale. */
export interface MomentTexts {
  readonly order: DateOrder;
  /** A value as its region writes it; an invalid one as it is. */
  write(value: string, kind: MomentKind): string;
}

export function momentTexts(locale: string): MomentTexts {
  // Values have no time zone: read and written in UTC, no hour is missing or repeated.
  const format = (kind: MomentKind) => new Intl.DateTimeFormat(locale, { ...PARTS[kind], timeZone: 'UTC' });
  const { hour12 } = format('time').resolvedOptions();
  // A time that stands alone begins with two figures where there is no AM and PM.
  const time = new Intl.DateTimeFormat(locale, {
    ...TIME,
    ...(hour12 ? {} : { hour: '2-digit' }),
    timeZone: 'UTC',
  });
  const formats = { date: format('date'), time, dateTime: format('dateTime') };
  const parts = formats.date.formatToParts(0).map(({ type }) => type);
  return {
    order: parts.indexOf('month') < parts.indexOf('day') ? 'monthFirst' : 'dayFirst',
    write(value, kind) {
      const at = instantOf(value, kind);
      return Number.isNaN(at.getTime()) ? value : formats[kind].format(at);
    },
  };
}
