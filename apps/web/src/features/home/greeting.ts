import type { MessageKey } from '../../shared/i18n/i18n.ts';

const NOON = 12;
const EVENING = 18;
const NIGHT_ENDS = 5;

export function greetingAt(hour: number): Extract<MessageKey, `home.greeting.${string}`> {
  if (hour < NIGHT_ENDS) return 'home.greeting.night';
  if (hour >= EVENING) return 'home.greeting.evening';
  return hour < NOON ? 'home.greeting.morning' : 'home.greeting.afternoon';
}
