import { noticesChanged } from '@airloom/contract/notices/notices.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { SETTING_CALLS } from './notices.queries.ts';

export const live: readonly LiveBinding[] = [{ message: noticesChanged, refresh: SETTING_CALLS }];
