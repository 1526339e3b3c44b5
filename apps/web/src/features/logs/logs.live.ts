import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { campaignsChanged } from '@airloom/contract/firmware/firmware.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

/** Other logs are not updated live: rows must not move while they are read. */
export const live: readonly LiveBinding[] = [
  { message: campaignsChanged, refresh: [firmwareCalls.listUpgrades] },
];
