import { changesChanged, settingsChanged } from '@airloom/contract/configuration/configuration.live';
import { refreshCalls } from '../../shared/api/query-client.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

/** The definitions of these calls are large, and live bindings are a part of every page. */
async function refresh(changed: 'CHANGE_CALLS' | 'SETTING_CALLS'): Promise<void> {
  const calls = await import('../../shared/configuration/changing-calls.ts');
  await refreshCalls(...calls[changed]);
}

export const live: readonly LiveBinding[] = [
  { message: changesChanged, run: () => void refresh('CHANGE_CALLS') },
  { message: settingsChanged, run: () => void refresh('SETTING_CALLS') },
];
