import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device, UnclaimedDevice } from '@airloom/contract/devices/devices.model';
import { useEffect, useState } from 'react';
import { useCall } from '../../../shared/api/use-call.ts';
import { useRoleReach } from '../../../shared/session/account-reach.ts';
import { useSeesDevices } from '../../../shared/session/seen-kinds.ts';

const PAUSE_MS = 200;
const SHOWN = 8;
/** Minimum length: a single letter matches nearly everything. */
const SHORTEST = 2;

interface Found {
  readonly placed: readonly Device[];
  /** Devices without a site, for people with reach to the whole account. */
  readonly waiting: readonly UnclaimedDevice[];
}

const NONE: Found = { placed: [], waiting: [] };

/** Devices of the account that match by name, SN, MAC or IP; debounced. */
export function useFoundDevices(typed: string): Found {
  const mayLook = useSeesDevices();
  const seesAll = useRoleReach() === 'account';
  const [wanted, setWanted] = useState('');
  const search = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setWanted(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const asks = mayLook && wanted.length >= SHORTEST;
  const input = { search: wanted, size: SHOWN };
  const placed = useCall(deviceCalls.listDevices, input, { enabled: asks, keepPrevious: true });
  const waiting = useCall(deviceCalls.listUnclaimed, input, {
    enabled: asks && seesAll,
    keepPrevious: true,
  });
  if (!asks || search.length < SHORTEST) return NONE;
  return {
    placed: placed.data?.rows ?? NONE.placed,
    waiting: (seesAll ? waiting.data?.rows : undefined) ?? NONE.waiting,
  };
}
