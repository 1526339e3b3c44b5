import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DeviceStatusDot } from '../../../../shared/devices/DeviceStatusDot.tsx';
import { proxyToDevice } from '../../../../shared/devices/remote-proxy-page.ts';
import { shellSessionsOf } from '../../../../shared/devices/shell-sessions-page.ts';
import { useKindNames } from '../../../../shared/devices/use-kind-names.ts';
import { VirtualTag } from '../../../../shared/devices/VirtualTag.tsx';
import { ActionButton } from '../../../../shared/ui/actions/ActionButton.tsx';
import { ActionMenu } from '../../../../shared/ui/actions/ActionMenu.tsx';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { useOfferCommands } from '../../../../shared/ui/actions/page-actions.ts';
import { useAllowedActions } from '../../../../shared/ui/actions/use-actions.ts';
import { DevicePanels } from '../../components/DevicePanels.tsx';
import { type Panel, useDeviceActions } from '../../components/use-device-actions.ts';
import { KIND_LISTS } from '../../device-kinds.ts';
import { DeviceFacts } from './DeviceFacts.tsx';

/** Actions shown as buttons; the menu contains all. */
const IN_THE_OPEN: readonly string[] = ['reboot', 'locate', 'upgrade'];

/** Its own web page, by a remote proxy. */
function webPageActions(device: DeviceDetail, label: string, go: (path: string) => unknown): Action[] {
  if (device.abilities?.webProxy !== true) return [];
  return [
    {
      id: 'openWebPage',
      label,
      icon: 'external',
      needs: 'remote_proxy:operate',
      run: () => void go(proxyToDevice(device.deviceUUID)),
    },
  ];
}

/** Who used its shell. */
function shellActions(device: DeviceDetail, label: string, go: (path: string) => unknown): Action[] {
  if (device.abilities?.remoteShell !== true) return [];
  return [
    {
      id: 'shellSessions',
      label,
      icon: 'log',
      run: () => void go(shellSessionsOf(device.deviceUUID)),
    },
  ];
}

export function DeviceHead({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const kinds = useKindNames();
  const [panel, setPanel] = useState<Panel | null>(null);
  const { ofOne } = useDeviceActions(setPanel);
  const leave = useCallback(() => void navigate(KIND_LISTS[device.kind].path), [navigate, device.kind]);
  // Deleting leaves the page; commands are followed from here.
  const stay = [
    ...ofOne(device),
    ...webPageActions(device, t('device-detail.openWebPage'), navigate),
    ...shellActions(device, t('device-detail.shellSessions'), navigate),
  ];
  const [gone] = ofOne(device, leave).filter(({ id }) => id === 'deleteDevices');
  const usable = useAllowedActions(
    stay.map((action) => (gone !== undefined && action.id === gone.id ? gone : action)),
  );
  useOfferCommands(usable);
  return (
    <>
      <header className="page-header">
        <div className="page-heading">
          <h1>{device.name}</h1>
          <p className="device-lead">
            <DeviceStatusDot status={device.status} />
            {device.virtual && <VirtualTag />}
            <span>{kinds[device.kind]}</span>
            {device.model !== '' && <span>{device.model}</span>}
          </p>
        </div>
        <div className="page-actions">
          {usable
            .filter(({ id }) => IN_THE_OPEN.includes(id))
            .map((action) => (
              <ActionButton key={action.id} action={action} />
            ))}
          <ActionMenu label={t('ui.table.actionsOf', { name: device.name })} actions={usable} />
        </div>
      </header>
      <DeviceFacts device={device} />
      <DevicePanels panel={panel} onClose={() => setPanel(null)} />
    </>
  );
}
