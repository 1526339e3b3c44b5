import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import type { DeviceStatus, UpgradeStatus } from '@airloom/contract/devices/devices.states';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { MessageKey } from '../i18n/i18n.ts';
import type { Action } from '../ui/action.ts';
import type { IconName } from '../ui/Icon.tsx';

export interface OrderedDevice {
  deviceUUID: string;
  kind: DeviceKind;
  name: string;
  status: DeviceStatus;
  upgradeStatus: UpgradeStatus;
}

/** Something devices can be told to do from wherever they are listed. */
export interface DeviceOrder {
  id: string;
  label: MessageKey;
  icon: IconName;
  danger?: boolean;
  /** Why none of these can do it now. */
  blocked?(devices: readonly OrderedDevice[]): MessageKey | undefined;
  run(devices: readonly OrderedDevice[]): void;
}

/** What can be ordered, put here by whoever knows how to send it. */
export const useDeviceOrders = create<{ orders: readonly DeviceOrder[] }>(() => ({ orders: [] }));

export function useOrderActions(): (devices: readonly OrderedDevice[]) => Action[] {
  const { t } = useTranslation();
  const orders = useDeviceOrders((state) => state.orders);
  return useMemo(
    () => (devices) =>
      orders.map(({ id, label, icon, danger = false, blocked, run }) => {
        const why = blocked?.(devices);
        return {
          id,
          label: t(label),
          icon,
          danger,
          needs: 'device_manage:operate',
          blocked: why && t(why),
          run: () => run(devices),
        };
      }),
    [orders, t],
  );
}
