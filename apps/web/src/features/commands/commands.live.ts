import { commandsChanged } from '@airloom/contract/commands/commands.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { COMMAND_CALLS } from './commands.queries.ts';

export const live: readonly LiveBinding[] = [{ message: commandsChanged, refresh: COMMAND_CALLS }];
