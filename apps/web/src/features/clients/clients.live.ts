import { terminalsChanged } from '@airloom/contract/clients/clients.live';
import { refreshCalls } from '../../shared/api/query-client.ts';
import { atMostEvery } from '../../shared/live/at-most-every.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { TERMINAL_CALLS } from './clients.queries.ts';

/** In a large account clients change all the time; refreshes are limited to this interval. */
const FOLLOW_MS = 3_000;

const follow = atMostEvery(FOLLOW_MS, () => refreshCalls(...TERMINAL_CALLS));

export const live: readonly LiveBinding[] = [{ message: terminalsChanged, run: follow }];
