import { noticesChanged } from '@airloom/contract/notices/notices.live';
import { refreshIfRead } from '../../shared/api/query-client.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

const PATHS = ['/notice', '/webhook'];

async function load() {
  const { SETTING_CALLS } = await import('./notices.queries.ts');
  return SETTING_CALLS;
}

export const live: readonly LiveBinding[] = [
  { message: noticesChanged, run: () => void refreshIfRead(PATHS, load) },
];
