import { LOCAL_START_LIMITS, type LocalStart, localStart } from '@airloom/contract/rollout/local-start';
import { isDateAllowed } from '@airloom/contract/rollout/local-window';
import { z } from 'zod';
import { fromLocalField, toLocalField } from '../logs/local-time.ts';

export const START_MODES = ['now', 'at', 'local'] as const;
export type StartMode = (typeof START_MODES)[number];

/** Values of the form for the start of a rollout. */
export const rolloutStart = z.object({
  mode: z.enum(START_MODES),
  /** `2026-11-18T13:05`, in the browser's time zone. */
  at: z.string(),
  /** Shown by the clocks of each site. */
  date: z.string(),
  time: z.string(),
  /** Empty: no end. */
  until: z.string(),
  nights: z.number().nullable(),
});
export type RolloutStart = z.output<typeof rolloutStart>;

const NIGHT = { time: '02:00', until: '05:00' };

/** The coming night, as seen from the browser. */
export function tonight(now: number): Pick<RolloutStart, 'date' | 'time' | 'until' | 'nights'> {
  const shown = toLocalField(new Date(now).toISOString());
  const isOver = shown.slice(11) >= NIGHT.time;
  const day = new Date(`${shown.slice(0, 10)}T12:00:00Z`);
  if (isOver) day.setUTCDate(day.getUTCDate() + 1);
  return { date: day.toISOString().slice(0, 10), ...NIGHT, nights: LOCAL_START_LIMITS.nightsUsual };
}

/** The form values of an existing start. */
export function startOf(
  { startAt, localStart: local }: { startAt: string | null; localStart: LocalStart | null },
  now: number,
): RolloutStart {
  const mode = local === null ? (startAt === null ? 'now' : 'at') : 'local';
  const night =
    local === null
      ? tonight(now)
      : { date: local.date, time: local.time, until: local.until ?? '', nights: local.nights };
  return { mode, at: mode === 'at' ? toLocalField(startAt ?? undefined) : '', ...night };
}

/** What a call gets. */
export function startInputOf({ mode, at, date, time, until, nights }: RolloutStart) {
  return {
    startAt: mode === 'at' ? (fromLocalField(at) ?? null) : null,
    localStart:
      mode === 'local'
        ? { date, time, until: until === '' ? null : until, ...(nights === null ? {} : { nights }) }
        : null,
  };
}

/** What is wrong, as an issue of a form. */
export interface StartIssue {
  /** A message key. */
  readonly message: string;
  readonly params?: { readonly minimum: number; readonly maximum: number };
}

/** What is wrong; null when nothing is. `tooSoon` is for a time less than `leadMs` ahead. */
export function startIssue(start: RolloutStart, leadMs: number, tooSoon: string): StartIssue | null {
  const { startAt, localStart: local } = startInputOf(start);
  if (start.mode === 'at') {
    if (startAt === null) return { message: 'validation.required' };
    return Date.parse(startAt) < Date.now() + leadMs ? { message: tooSoon } : null;
  }
  if (start.mode === 'now') return null;
  if (start.until !== '' && start.nights === null) return { message: 'validation.required' };
  const read = localStart.safeParse(local);
  if (!read.success) {
    const [issue] = read.error.issues;
    return issue?.path[0] === 'nights'
      ? {
          message: 'rollout.start.nightsRange',
          params: { minimum: 1, maximum: LOCAL_START_LIMITS.nightsMax },
        }
      : { message: issue?.message ?? 'validation.invalid' };
  }
  // The text of the server has the number of days.
  return isDateAllowed(read.data, Date.now()) ? null : { message: 'rollout.start.past' };
}
