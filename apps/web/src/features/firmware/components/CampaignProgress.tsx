import type { Campaign } from '@airloom/contract/firmware/firmware.model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { ProgressBar } from '../../../shared/ui/ProgressBar.tsx';

export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, succeeded, failed, upgrading, waiting, postponed, cancelled } = campaign;
  const words = [
    ...(succeeded > 0 || total === 0 ? [t('firmware-pages.progress.succeeded', { count: succeeded })] : []),
    ...(failed > 0 ? [t('firmware-pages.progress.failed', { count: failed })] : []),
    ...(upgrading > 0 ? [t('firmware-pages.progress.upgrading', { count: upgrading })] : []),
    ...(waiting > postponed ? [t('firmware-pages.progress.waiting', { count: waiting - postponed })] : []),
    ...(postponed > 0 ? [t('rollout.postponed', { count: postponed })] : []),
    ...(cancelled > 0 ? [t('firmware-pages.progress.cancelled', { count: cancelled })] : []),
  ];
  return (
    <ProgressBar
      label={t('firmware-pages.progress.label', { name: campaign.name })}
      total={total}
      parts={[
        { tone: 'ok', count: succeeded },
        { tone: 'error', count: failed },
        { tone: 'processing', count: upgrading },
      ]}
    >
      {format.list(words)}
    </ProgressBar>
  );
}
