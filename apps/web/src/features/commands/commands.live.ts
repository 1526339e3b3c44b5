import { commandsChanged } from '@airloom/contract/commands/commands.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { ORDER_CALLS } from './commands.queries.ts';

export const live: readonly LiveBinding[] = [{ message: commandsChanged, refresh: ORDER_CALLS }];
