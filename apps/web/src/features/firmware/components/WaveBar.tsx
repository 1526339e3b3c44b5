import type { Campaign } from '@airloom/contract/firmware/firmware.model';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { wavesOf } from '../wave-parts.ts';
import './firmware.css';

/** Finished, running and coming waves, each as wide as its share. */
export function WaveBar({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const units = useUnits();
  const parts = wavesOf(campaign);
  const states = {
    over: t('firmware-pages.wave.over'),
    running: t('firmware-pages.wave.running'),
    waiting: t('firmware-pages.wave.waiting'),
  };
  if (parts.length < 2) return null;
  return (
    <ol className="firmware-waves" aria-label={t('firmware-pages.campaign.waves')}>
      {parts.map((part) => (
        <li key={part.number} data-state={part.state} style={{ flexGrow: part.share }}>
          {t('firmware-pages.wave.wave', { number: part.number, share: units.percent(part.share) })}
          <span>{states[part.state]}</span>
        </li>
      ))}
    </ol>
  );
}
