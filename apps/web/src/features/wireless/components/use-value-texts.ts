import type { WirelessNetwork } from '@airloom/contract/wireless/wireless-network.rules';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { OverrideField } from '../override-form.ts';
import { BANDWIDTH_FIELDS, useBandwidthNames } from './BandwidthInput.tsx';
import { useBandNames } from './use-names.ts';

/** The organization's value of a field, in words. */
export function useValueTexts(network: WirelessNetwork): (field: OverrideField) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const bands = useBandNames();
  const limits = useBandwidthNames();
  const onOff = (value: boolean): string => (value ? t('wireless.on') : t('wireless.off'));
  const texts: Record<OverrideField, () => string> = {
    enabled: () => onOff(network.enabled),
    hidden: () => onOff(network.hidden),
    clientIsolation: () => onOff(network.clientIsolation),
    password: () => t('wireless.secret.stored'),
    vlan: () => (network.vlan === null ? t('wireless.untagged') : String(network.vlan)),
    bands: () => format.list(network.bands.map((band) => bands[band])),
    bandwidth() {
      const set = BANDWIDTH_FIELDS.flatMap((field) => {
        const kbps = network.bandwidth[field];
        return kbps === null ? [] : [`${limits[field]} ${units.rate(kbps)}`];
      });
      return set.length === 0 ? t('wireless.bandwidth.unlimited') : set.join(', ');
    },
    offTimes: () =>
      network.offTimes.length === 0
        ? t('wireless.offTimes.none')
        : network.offTimes.map(({ start, end }) => `${start}–${end}`).join(', '),
  };
  return (field) => texts[field]();
}
