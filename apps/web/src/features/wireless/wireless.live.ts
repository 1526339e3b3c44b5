import { changesChanged, settingsChanged } from '@airloom/contract/configuration/configuration.live';
import { refreshCalls } from '../../shared/api/query-client.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

/** The calls come with the rules of all settings, which the shell does not load with every page. */
async function refresh(): Promise<void> {
  const { WIRELESS_CALLS } = await import('./wireless-settings.ts');
  await refreshCalls(...WIRELESS_CALLS);
}

export const live: readonly LiveBinding[] = [
  { message: settingsChanged, run: () => void refresh() },
  { message: changesChanged, run: () => void refresh() },
];
