import type { Level } from '@airloom/contract/configuration/levels';
import type { Encryption } from '@airloom/contract/wireless/wireless-network.rules';
import { useTranslation } from 'react-i18next';
import type { Band } from '../radio-form.ts';

export function useBandNames(): Record<Band, string> {
  const { t } = useTranslation();
  return { '2G': t('wireless.band.2G'), '5G': t('wireless.band.5G'), '6G': t('wireless.band.6G') };
}

export function useEncryptionNames(): Record<Encryption, string> {
  const { t } = useTranslation();
  return {
    open: t('wireless.encryption.open'),
    enhancedOpen: t('wireless.encryption.enhancedOpen'),
    wpa2: t('wireless.encryption.wpa2'),
    wpa2wpa3: t('wireless.encryption.wpa2wpa3'),
    wpa3: t('wireless.encryption.wpa3'),
    enterprise: t('wireless.encryption.enterprise'),
  };
}

export function useLevelNames(): Record<Level, string> {
  const { t } = useTranslation();
  return {
    organization: t('wireless.level.organization'),
    site: t('wireless.level.site'),
    group: t('wireless.level.group'),
    device: t('wireless.level.device'),
  };
}
