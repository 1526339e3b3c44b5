import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { kindsSeenWith } from '@airloom/contract/devices/device-classes';
import { useMemo } from 'react';
import { permissionsOf, useSession } from './session-store.ts';

/** The device classes that the current role sees. */
export function useSeenKinds(): readonly DeviceKind[] {
  const permissions = useSession(permissionsOf);
  return useMemo(() => kindsSeenWith((key) => permissions?.includes(key) ?? false), [permissions]);
}

/** Whether pages and figures of devices have anything for the current role. */
export function useSeesDevices(): boolean {
  const kinds = useSeenKinds();
  const opens = useSession((state) => permissionsOf(state)?.includes('device_manage') ?? false);
  return opens && kinds.length > 0;
}
