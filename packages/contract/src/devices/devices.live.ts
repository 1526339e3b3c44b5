import { z } from 'zod';
import { uuid } from '../fields.ts';
import { defineLive } from '../live.ts';
import { configurationState, deviceStatus, upgradeStatus } from './devices.model.ts';

/** The status, upgrade status or configuration state of a device changed. */
export const deviceStatusChanged = defineLive({
  name: 'deviceStatusChanged',
  permission: 'device_manage',
  screens: true,
  payload: z.object({
    deviceUUID: uuid,
    siteUUID: uuid.nullable(),
    status: deviceStatus,
    upgradeStatus,
    configurationState,
  }),
});

/** A watched device (`device:<uuid>`) or its controller sent a report: its page reads again. */
export const deviceReported = defineLive({
  name: 'deviceReported',
  permission: 'device_manage',
  payload: z.object({ deviceUUID: uuid }),
});

/** A watched device sent a scan result: the neighbours on its page are read again. */
export const deviceScanned = defineLive({
  name: 'deviceScanned',
  permission: 'device_manage',
  payload: z.object({ deviceUUID: uuid }),
});

/** Notes or photos of a watched device changed: its page reads them again. */
export const deviceNotesChanged = defineLive({
  name: 'deviceNotesChanged',
  permission: 'device_manage',
  payload: z.object({ deviceUUID: uuid }),
});

/** A device of the account, or one with a code of it, was refused: the list of attempts is read again. */
export const deviceAttemptsRefused = defineLive({
  name: 'deviceAttemptsRefused',
  permission: 'device_manage',
  payload: z.object({}),
});

/** Devices were added, moved, renamed, grouped or deleted: lists read again. At most once a second. */
export const devicesChanged = defineLive({
  name: 'devicesChanged',
  permission: 'device_manage',
  screens: true,
  payload: z.object({}),
});
