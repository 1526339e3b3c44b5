import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { useCall } from '../../../shared/api/use-call.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { useSearchText } from './use-search-text.ts';

const SHOWN = 200;

interface DeviceSearch {
  /** Those that match what is typed, and the chosen one. */
  devices: readonly Device[];
  chosen: Device | undefined;
  isPending: boolean;
  search(typed: string): void;
}

/** Devices of a kind in the selected organization or site. */
export function useDeviceSearch(kind: Device['kind'], chosenUUID: string | null): DeviceSearch {
  const place = usePlace();
  const [wanted, search] = useSearchText();
  const found = useCall(
    deviceCalls.listDevices,
    { ...place, kind, search: wanted, size: SHOWN, sort: 'name' },
    { keepPrevious: true },
  );
  const rows = found.data?.rows ?? [];
  const listed = rows.find(({ deviceUUID }) => deviceUUID === chosenUUID);
  const viewed = useCall(
    deviceCalls.viewDevice,
    { deviceUUID: chosenUUID ?? '' },
    { enabled: chosenUUID !== null && found.data !== undefined && !listed },
  );
  const other = listed || viewed.data?.deviceUUID !== chosenUUID ? undefined : viewed.data;
  return {
    devices: other ? [other, ...rows] : rows,
    chosen: listed ?? other,
    isPending: found.isPending,
    search,
  };
}
