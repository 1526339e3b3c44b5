import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { place } from '../place.ts';
import { deviceLogType, severity } from './telemetry.model.ts';
import { timed } from './time-window.ts';

export const chartInput = timed({ deviceUUID: uuid });

export const deviceLogFilters = z.object({
  deviceUUID: uuid.optional(),
  ...place,
  type: deviceLogType.optional(),
  /** This severe or worse. */
  severity: severity.optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
});
