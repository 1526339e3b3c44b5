import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import './alarm-parts.css';
import { LEVEL_ICONS } from './LevelSign.tsx';

export function LevelTag({ level, value }: { level: AlarmLevel; value?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className="alarms-level" data-level={level}>
      <Icon name={LEVEL_ICONS[level]} size={14} />
      {t(`alarms.level.${level}`)}
      {value !== undefined && <span className="alarms-value">{value}</span>}
    </span>
  );
}
