import { siteTreeChanged } from '@airloom/contract/organizations/organizations.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { TREE_CALLS } from './organizations.queries.ts';

export const live: readonly LiveBinding[] = [{ message: siteTreeChanged, refresh: TREE_CALLS }];
