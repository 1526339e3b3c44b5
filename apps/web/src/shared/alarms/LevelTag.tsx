import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../ui/Icon.tsx';
import './alarm-parts.css';

/** Each level has a shape of its own, for whoever does not tell the colours apart. */
const ICONS: Readonly<Record<AlarmLevel, IconName>> = {
  urgent: 'urgent',
  important: 'warning',
  secondary: 'secondary',
  notice: 'notice',
};

export function LevelTag({ level, value }: { level: AlarmLevel; value?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className="alarms-level" data-level={level}>
      <Icon name={ICONS[level]} size={14} />
      {t(`alarms.level.${level}`)}
      {value !== undefined && <span className="alarms-value">{value}</span>}
    </span>
  );
}
