import { DAY_END } from '@airloom/contract/formats/text/time';

/** How a time field, which ends at 23:59, shows the midnight that ends a day. */
const MIDNIGHT = '00:00';

export function endInField(end: string): string {
  return end === DAY_END ? MIDNIGHT : end;
}

/** No off time ends when a day begins, so midnight is the end of the day. */
export function endOfField(text: string): string {
  return text === MIDNIGHT ? DAY_END : text;
}
