import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../shared/api/call.ts';
import { refreshCalls } from '../../../shared/api/query-client.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { VIRTUAL_CALLS } from '../devices.queries.ts';

interface VirtualSite {
  siteUUID: string;
  siteName: string;
}

/** Confirms, and removes the virtual devices of a site. Returns whether it did. */
export function useRemoveVirtual(): (site: VirtualSite) => Promise<boolean> {
  const { t } = useTranslation();
  return useCallback(
    async ({ siteUUID, siteName }) => {
      const sure = await confirm({
        title: t('devices-pages.virtual.confirmTitle', { site: siteName }),
        text: t('devices-pages.virtual.confirmText'),
        action: t('devices-pages.virtual.remove'),
        danger: true,
      });
      if (!sure) return false;
      const { removed } = await call(deviceCalls.removeVirtualDevices, { siteUUID });
      toast.success(t('devices-pages.virtual.removed', { count: removed }));
      await refreshCalls(...VIRTUAL_CALLS);
      return true;
    },
    [t],
  );
}
