import { Equal, TrendingDown, TrendingUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { useUnits } from '../i18n/use-units.ts';
import { type Drawing, Icon } from '../ui/Icon.tsx';
import { type Compared, compared } from './compared.ts';
import './health.css';

const SIGNS: Readonly<Record<Compared['is'], Drawing>> = {
  unknown: 'minus',
  same: Equal,
  fresh: TrendingUp,
  more: TrendingUp,
  less: TrendingDown,
  times: TrendingUp,
};

/** A figure against the one of the same time a week ago, in words. More is neither good nor bad. */
export function ComparedWords({ now, before }: { now: number | null; before: number | null }) {
  const { t } = useTranslation();
  const units = useUnits();
  const format = useFormat();
  const found = compared(now, before);

  function words(): string {
    if (found.is === 'more') return t('health.compared.more', { percent: units.percent(found.percent) });
    if (found.is === 'less') return t('health.compared.less', { percent: units.percent(found.percent) });
    if (found.is === 'times') {
      return t('health.compared.times', { factor: format.number(Math.round(found.factor * 10) / 10) });
    }
    return t(`health.compared.${found.is}`);
  }

  return (
    <span className="health-compared" data-is={found.is}>
      <Icon name={SIGNS[found.is]} size={14} />
      {words()}
    </span>
  );
}
