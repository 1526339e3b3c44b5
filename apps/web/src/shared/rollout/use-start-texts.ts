import type { LocalStart } from '@airloom/contract/rollout/local-start';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';

/** "19 Nov 2026, 02:00–05:00 local time". */
export function useLocalStartText(): (start: LocalStart) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ date, time, until }) => {
    const day = format.date(`${date}T00:00:00Z`, 'UTC');
    return until === null
      ? t('rollout.summary.open', { date: day, time })
      : t('rollout.summary.window', { date: day, time, until });
  };
}

/** When a waiting device starts, and whether it missed a night. */
export function useNextStart(): (
  next: { at: string; night: number },
  start: Pick<LocalStart, 'nights'> | null,
) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ at, night }, start) => {
    const time = format.dateTime(at);
    return night > 1
      ? t('rollout.nextNight', { time, number: night, nights: start?.nights ?? night })
      : t('rollout.firstNight', { time });
  };
}
