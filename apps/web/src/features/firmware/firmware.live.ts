import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import { campaignsChanged } from '@airloom/contract/firmware/firmware.live';
import type { LiveBinding } from '../../shared/live/live-binding.ts';
import { CAMPAIGN_CALLS } from './firmware.queries.ts';

export const live: readonly LiveBinding[] = [
  { message: campaignsChanged, refresh: [...CAMPAIGN_CALLS, firmwareCalls.listFirmware] },
];
