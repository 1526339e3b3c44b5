import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { useTranslation } from 'react-i18next';

export function useListTitle(kind: DeviceKind | undefined): string {
  const { t } = useTranslation();
  const titles = {
    all: t('nav.deviceAll'),
    ap: t('nav.deviceAp'),
    ac: t('nav.deviceAc'),
    gateway: t('nav.deviceDcme'),
    switch: t('nav.deviceSwitch'),
    controller: t('nav.deviceImController'),
    smart: t('nav.deviceSmart'),
  };
  return titles[kind ?? 'all'];
}
