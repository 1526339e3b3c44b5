import { terminalsChanged } from '@airloom/contract/clients/clients.live';
import { refreshCalls } from '../../shared/api/query-client.ts';
import { atMostEvery } from '../../shared/live/at-most-every.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { TERMINAL_CALLS } from './clients.queries.ts';

/** In a large account somebody comes or goes all the time: what is on screen follows at this pace. */
const FOLLOW_MS = 3_000;

const follow = atMostEvery(FOLLOW_MS, () => refreshCalls(...TERMINAL_CALLS));

export const live: readonly LiveBinding[] = [{ message: terminalsChanged, run: follow }];
