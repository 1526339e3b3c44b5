import type { RefusedDevice } from '@airloom/contract/devices/devices.model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { showAlert } from '../../../shared/ui/feedback/confirm.ts';

/** Shows the refused devices of a bulk operation with the reasons. */
export function useShowRefused(): (refused: readonly RefusedDevice[]) => Promise<void> {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    async (refused) => {
      if (refused.length === 0) return;
      const reasons: Readonly<Record<string, string>> = {
        deviceVirtual: t('devices-pages.refused.deviceVirtual'),
        deviceOnline: t('devices-pages.refused.deviceOnline'),
        apUnderGateway: t('devices-pages.refused.apUnderGateway'),
        apUnderController: t('devices-pages.refused.apUnderController'),
        deviceNotManaged: t('devices-pages.refused.deviceNotManaged'),
        siteObserveOnly: t('devices-pages.refused.siteObserveOnly'),
        notReportedYet: t('devices-pages.refused.notReportedYet'),
        previewOutdated: t('devices-pages.refused.previewOutdated'),
        notFound: t('devices-pages.refused.notFound'),
      };
      const byReason = Map.groupBy(
        refused,
        ({ reason }) => reasons[reason] ?? t('devices-pages.refused.other'),
      );
      const text = [...byReason].map(
        ([reason, of]) => `${format.list(of.map(({ name }) => name))}: ${reason}`,
      );
      await showAlert({
        title: t('devices-pages.refused.title', { count: refused.length }),
        text: text.join(' '),
        action: t('ui.ok'),
      });
    },
    [t, format],
  );
}
