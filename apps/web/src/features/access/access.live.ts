import { peopleChanged, rolesChanged } from '@airloom/contract/access/access.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { PEOPLE_CALLS, ROLE_CALLS } from './access.queries.ts';

export const live: readonly LiveBinding[] = [
  { message: peopleChanged, refresh: PEOPLE_CALLS },
  { message: rolesChanged, refresh: ROLE_CALLS },
];
