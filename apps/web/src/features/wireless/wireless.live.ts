import { changesChanged, settingsChanged } from '@airloom/contract/configuration/configuration.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { WIRELESS_CALLS } from './wireless.queries.ts';

export const live: readonly LiveBinding[] = [
  { message: settingsChanged, refresh: WIRELESS_CALLS },
  { message: changesChanged, refresh: WIRELESS_CALLS },
];
