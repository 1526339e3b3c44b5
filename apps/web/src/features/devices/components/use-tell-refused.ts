import type { RefusedDevice } from '@airloom/contract/devices/devices.model';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { tell } from '../../../shared/ui/confirm.ts';

/** Names those of many that something could not be done to, and why. */
export function useTellRefused(): (refused: readonly RefusedDevice[]) => Promise<void> {
  const { t } = useTranslation();
  const format = useFormat();
  return useCallback(
    async (refused) => {
      const [first] = refused;
      if (first === undefined) return;
      const reasons: Readonly<Record<string, string>> = {
        deviceOnline: t('devices-pages.refused.deviceOnline'),
        apUnderGateway: t('devices-pages.refused.apUnderGateway'),
        notFound: t('devices-pages.refused.notFound'),
      };
      const names = format.list(refused.map(({ name }) => name));
      const reason = reasons[first.reason] ?? t('devices-pages.refused.other');
      await tell({
        title: t('devices-pages.refused.title', { count: refused.length }),
        text: `${names}: ${reason}`,
        action: t('ui.ok'),
      });
    },
    [t, format],
  );
}
