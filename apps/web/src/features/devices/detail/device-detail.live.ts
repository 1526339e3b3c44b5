import type { Call } from '@airloom/contract/call';
import { terminalCalls } from '@airloom/contract/clients/clients.calls';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import {
  deviceNotesChanged,
  deviceReported,
  deviceScanned,
  deviceStatusChanged,
} from '@airloom/contract/devices/devices.live';
import { topicOf } from '@airloom/contract/live';
import { telemetryCalls } from '@airloom/contract/telemetry/telemetry.calls';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import type { LiveBinding } from '../../../shared/live/live-binding.ts';
import { useWatched } from '../../../shared/live/watched.ts';
import { notesChanged } from '../notes/notes-changed.ts';

/** Calls that a report changes. */
const REPORTED: readonly Call[] = [
  deviceCalls.viewDevice,
  telemetryCalls.deviceChart,
  terminalCalls.listDeviceClients,
];

/** Calls that a change of status, upgrade or configuration changes. */
const STATUS: readonly Call[] = [
  deviceCalls.viewDevice,
  deviceCalls.listConfigurations,
  telemetryCalls.listDeviceLog,
];

/** Ignores changes of other devices. */
function ofWatched(payloads: readonly unknown[]): boolean {
  const { topics } = useWatched.getState();
  return payloads.some((payload) => {
    const change = deviceStatusChanged.payload.safeParse(payload).data;
    return change !== undefined && topics.has(topicOf('device', change.deviceUUID));
  });
}

export const live: readonly LiveBinding[] = [
  { message: deviceReported, refresh: REPORTED },
  {
    message: deviceStatusChanged,
    take(payloads) {
      if (ofWatched(payloads)) void refreshCalls(...STATUS);
    },
  },
  { message: deviceNotesChanged, take: notesChanged },
  { message: deviceScanned, refresh: [telemetryCalls.deviceNeighbours] },
];
