import { changesChanged, settingsChanged } from '@airloom/contract/configuration/configuration.live';
import { CHANGE_CALLS, SETTING_CALLS } from '../../shared/configuration/configuration.queries.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

export const live: readonly LiveBinding[] = [
  { message: changesChanged, refresh: CHANGE_CALLS },
  { message: settingsChanged, refresh: SETTING_CALLS },
];
