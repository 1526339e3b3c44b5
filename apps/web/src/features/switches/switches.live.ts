import { commandCalls } from '@airloom/contract/commands/commands.calls';
import { commandsChanged } from '@airloom/contract/commands/commands.live';
import { deviceReported } from '@airloom/contract/devices/devices.live';
import { portCalls } from '@airloom/contract/ports/ports.calls';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

export const live: readonly LiveBinding[] = [
  { message: commandsChanged, refresh: [commandCalls.listCableTests] },
  {
    message: deviceReported,
    refresh: [
      portCalls.listPortActivity,
      portCalls.listMacTable,
      portCalls.portTraffic,
      portCalls.listPortAccessPoints,
    ],
  },
];
