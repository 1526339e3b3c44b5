import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { CAN_BE_TAKEN_OVER, isConnected } from '@airloom/contract/devices/devices.states';
import { Tags } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import { useOfferedCommands } from '../../../shared/devices/device-commands.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { DEVICE_CALLS } from '../devices.queries.ts';
import { useBoundReason } from './use-bound-reason.ts';
import { useShowRefused } from './use-show-refused.ts';

export type Panel =
  | { do: 'edit'; device: Device }
  | {
      do: 'move' | 'group' | 'tags' | 'vlan' | 'password' | 'takeOver';
      devices: readonly Device[];
      done(): void;
    };

function nothing(): void {
  // A changed row needs no further cleanup.
}

interface DeviceActions {
  edit(device: Device): Action;
  ofOne(device: Device, done?: () => void): Action[];
  several(devices: readonly Device[], done: () => void): Action[];
}

/** Confirms, and deletes offline devices. */
function useRemoval(): (devices: readonly Device[], done: () => void) => Promise<void> {
  const { t } = useTranslation();
  const showRefused = useShowRefused();
  return useCallback(
    async (devices, done) => {
      const offline = devices.filter(({ status }) => !isConnected(status));
      const sure = await confirm({
        title:
          devices.length === 1
            ? t('devices-pages.delete.titleOne', { name: devices[0]?.name })
            : t('devices-pages.delete.title', { count: offline.length }),
        text:
          offline.length < devices.length
            ? t('devices-pages.delete.someOnline', { count: devices.length - offline.length })
            : t('devices-pages.delete.text'),
        action: t('devices-pages.delete.action'),
        danger: true,
      });
      if (!sure) return;
      const { deleted, refused } = await call(deviceCalls.deleteDevices, {
        deviceUUIDs: offline.map(({ deviceUUID }) => deviceUUID),
      });
      done();
      await refreshCalls(...DEVICE_CALLS);
      toast.success(t('devices-pages.delete.done', { count: deleted }));
      await showRefused(refused);
    },
    [t, showRefused],
  );
}

/**
 * Actions for one or more devices. `show` opens their drawers. The result is stable between renders, so that rows are not
 * rendered again.
 */
export function useDeviceActions(show: (panel: Panel) => void): DeviceActions {
  const { t } = useTranslation();
  const remove = useRemoval();
  const commands = useOfferedCommands();
  const boundReasonText = useBoundReason();
  const mayConfigure = useHolds('org_manage:operate');
  return useMemo(() => {
    function several(devices: readonly Device[], done: () => void): Action[] {
      const sites = new Set(devices.map(({ siteUUID }) => siteUUID));
      const accessPoints = devices.filter(({ kind }) => kind === 'ap');
      const unmanaged = devices.filter(({ configurationState }) =>
        CAN_BE_TAKEN_OVER.includes(configurationState),
      );
      const noneOffline = devices.every(({ status }) => isConnected(status));
      const offered = commands(devices, done);
      return [
        // The most frequent one for several devices.
        ...offered.filter(({ id }) => id === 'reboot'),
        {
          id: 'moveDevices',
          label: t('devices-pages.move.short'),
          icon: 'move',
          needs: 'device_manage:operate',
          blocked: boundReasonText(devices),
          run: () => show({ do: 'move', devices, done }),
        },
        {
          id: 'groupDevices',
          label: t('devices-pages.group.short'),
          icon: 'group',
          needs: 'device_manage:operate',
          blocked: sites.size > 1 ? t('devices-pages.group.oneSite') : undefined,
          run: () => show({ do: 'group', devices, done }),
        },
        ...(accessPoints.length === 0
          ? []
          : [
              {
                id: 'setManagementVlan',
                label: t('devices-pages.vlan.short'),
                icon: 'vlan',
                needs: 'network_config:operate',
                blocked: boundReasonText(accessPoints),
                run: () => show({ do: 'vlan', devices: accessPoints, done }),
              } as const,
            ]),
        {
          id: 'changeDeviceTags',
          label: t('devices-pages.tags.short'),
          icon: Tags,
          needs: 'device_manage:operate',
          run: () => show({ do: 'tags', devices, done }),
        },
        ...(mayConfigure
          ? [
              {
                id: 'takeOverConfiguration',
                label: t('devices-pages.takeOver.short'),
                icon: 'settings',
                needs: 'device_manage:operate',
                blocked:
                  boundReasonText(devices) ??
                  (devices.every(({ status }) => status === 'neverConnected')
                    ? t('devices-pages.takeOver.neverConnected')
                    : undefined) ??
                  (unmanaged.length === 0 ? t('devices-pages.takeOver.onlyUnmanaged') : undefined),
                run: () => show({ do: 'takeOver', devices: unmanaged, done }),
              } as const,
              {
                id: 'setDevicePassword',
                label: t('devices-pages.password.short'),
                icon: 'key',
                needs: 'device_manage:operate',
                blocked: boundReasonText(devices),
                run: () => show({ do: 'password', devices, done }),
              } as const,
            ]
          : []),
        ...offered.filter(({ id }) => id !== 'reboot'),
        {
          id: 'deleteDevices',
          label: t('devices-pages.delete.short'),
          icon: 'delete',
          danger: true,
          needs: 'device_manage:operate',
          blocked: noneOffline ? t('devices-pages.delete.onlyOffline') : undefined,
          run: () => void ignoreCallFailure(remove(devices, done)),
        },
      ];
    }
    function edit(device: Device): Action {
      return {
        id: 'editDevice',
        label: t('devices-pages.edit.short'),
        icon: 'edit',
        needs: 'device_manage:operate',
        run: () => show({ do: 'edit', device }),
      };
    }
    return {
      edit,
      several,
      ofOne: (device, done = nothing) => [edit(device), ...several([device], done)],
    };
  }, [t, remove, commands, boundReasonText, mayConfigure, show]);
}
