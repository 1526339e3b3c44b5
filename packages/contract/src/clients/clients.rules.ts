import { z } from 'zod';
import { text, timestamp, uuid } from '../fields.ts';
import { place } from '../place.ts';
import { WIRELESS_LIMITS } from '../wireless/wireless.limits.ts';

const MAC_PART_MAX = 17;

export const terminalLogFilters = z.object({
  /** The whole address or its beginning, with any separators or none. */
  mac: text(MAC_PART_MAX).optional(),
  /** All sessions of one visit. */
  visitUUID: uuid.optional(),
  ...place,
  deviceUUID: uuid.optional(),
  ssid: text(WIRELESS_LIMITS.ssidMaxBytes).optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
});
