import { deviceReported } from '@airloom/contract/devices/devices.live';
import { portCalls } from '@airloom/contract/ports/ports.calls';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

export const live: readonly LiveBinding[] = [
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
