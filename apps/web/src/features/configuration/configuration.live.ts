import { changesChanged, settingsChanged } from '@airloom/contract/configuration/configuration.live';
import { refreshIfRead } from '../../shared/api/query-client.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

async function refresh(changed: 'CHANGE_CALLS' | 'SETTING_CALLS'): Promise<void> {
  const load = async () => (await import('../../shared/configuration/changing-calls.ts'))[changed];
  await refreshIfRead(['/configuration', '/wireless'], load);
}

export const live: readonly LiveBinding[] = [
  { message: changesChanged, run: () => void refresh('CHANGE_CALLS') },
  { message: settingsChanged, run: () => void refresh('SETTING_CALLS') },
];
