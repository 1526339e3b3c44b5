function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** A moment as the value of a date and time field: in the browser's zone, to the minute. */
export function toLocalField(instant: string | undefined): string {
  if (instant === undefined) return '';
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** What was typed there as a moment; undefined while it is none. */
export function fromLocalField(typed: string): string | undefined {
  if (typed === '') return undefined;
  const at = new Date(typed);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Ignores invalid times in the address. */
export function momentIn(value: string | undefined): string | undefined {
  return fromLocalField(toLocalField(value));
}
