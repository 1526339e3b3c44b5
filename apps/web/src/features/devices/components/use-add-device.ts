import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';

/** Opens the wizard; `kind` is the default kind of new devices. */
export function useAddDevice(kind?: DeviceKind): Action {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return {
    id: 'addDevices',
    label: t('devices-pages.add.title'),
    icon: 'plus',
    primary: true,
    needs: 'device_manage:operate',
    run: () => void navigate(kind === undefined ? ADD_DEVICE : `${ADD_DEVICE}?kind=${kind}`),
  };
}
