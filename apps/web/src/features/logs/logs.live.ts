import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { campaignsChanged } from '@airloom/contract/firmware/firmware.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

/** Other logs are read as they stood when they were opened: rows must not run away under the eye. */
export const live: readonly LiveBinding[] = [
  { message: campaignsChanged, refresh: [firmwareCalls.listUpgrades] },
];
