import { commandsChanged } from '@airloom/contract/commands/commands.live';
import { campaignsChanged } from '@airloom/contract/firmware/firmware.live';
import { messageCalls } from '@airloom/contract/messages/messages.calls';
import { messagesChanged, tasksChanged } from '@airloom/contract/messages/messages.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { MESSAGE_CALLS } from './messages.queries.ts';

export const live: readonly LiveBinding[] = [
  { message: messagesChanged, refresh: MESSAGE_CALLS },
  { message: tasksChanged, refresh: [messageCalls.listTasks] },
  { message: commandsChanged, refresh: [messageCalls.listTasks] },
  { message: campaignsChanged, refresh: [messageCalls.listTasks] },
];
