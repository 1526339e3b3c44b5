import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { useEffect, useState } from 'react';
import { useCall } from '../../shared/api/use-call.ts';
import { useHolds } from '../../shared/session/session-store.ts';

const PAUSE_MS = 200;
const SHOWN = 8;
/** A single letter is in the name of nearly everything. */
const SHORTEST = 2;
const NONE: readonly Device[] = [];

/** Devices anywhere in the account whose name, SN, MAC or IP has what is typed; asked once the person pauses. */
export function useFoundDevices(typed: string): readonly Device[] {
  const mayLook = useHolds('device_manage');
  const [wanted, setWanted] = useState('');
  const search = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setWanted(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  const asks = mayLook && wanted.length >= SHORTEST;
  const found = useCall(
    deviceCalls.listDevices,
    { search: wanted, size: SHOWN },
    { enabled: asks, keepPrevious: true },
  );
  return (asks && search.length >= SHORTEST ? found.data?.rows : undefined) ?? NONE;
}
