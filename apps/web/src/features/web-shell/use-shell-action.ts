import { SquareTerminal } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { CommandActions } from '../../shared/devices/device-commands.ts';
import { shellPage } from './shell-path.ts';

/** Opens a shell from the device page, the menu of a row and the palette; one device at a time. */
export function useShellAction(): CommandActions {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return useMemo(
    () => (devices) => {
      const [device, ...others] = devices;
      if (device === undefined || others.length > 0) return [];
      return [
        {
          id: 'openShell',
          label: t('command-pages.openShell'),
          icon: SquareTerminal,
          needs: 'device_manage:operate',
          blocked: device.status === 'online' ? undefined : t('command-pages.blocked.offline'),
          run: () => void navigate(shellPage(device.deviceUUID)),
        },
      ];
    },
    [t, navigate],
  );
}
