import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import './access.css';

interface ReachNamesProps {
  all: boolean;
  names: readonly string[];
  /** The total, of which `names` are the first. */
  total: number;
}

/** The reach of a person, by the names of the first few. */
export function ReachNames({ all, names, total }: ReachNamesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  function words(): string {
    if (all) return t('access.reach.whole');
    if (names.length === 0) return t('access.reach.nothing');
    const more = total - names.length;
    return more > 0 ? t('access.reach.more', { names: names.join(', '), count: more }) : format.list(names);
  }
  return <div className="access-reach-names">{words()}</div>;
}
