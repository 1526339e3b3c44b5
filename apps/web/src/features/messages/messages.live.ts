import { commandsChanged } from '@airloom/contract/commands/commands.live';
import { campaignsChanged } from '@airloom/contract/firmware/firmware.live';
import { messageCalls } from '@airloom/contract/messages/messages.calls';
import { messagesChanged } from '@airloom/contract/messages/messages.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { MESSAGE_CALLS } from './messages.queries.ts';

export const live: readonly LiveBinding[] = [
  // A file that is ready is told as a message too.
  { message: messagesChanged, refresh: [...MESSAGE_CALLS, messageCalls.listTasks] },
  { message: commandsChanged, refresh: [messageCalls.listTasks] },
  { message: campaignsChanged, refresh: [messageCalls.listTasks] },
];
