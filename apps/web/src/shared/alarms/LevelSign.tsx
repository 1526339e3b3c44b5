import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import { CircleAlert, Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Drawing, Icon } from '../ui/Icon.tsx';
import './alarm-parts.css';

/** Each level has its own shape, not only a colour. */
export const LEVEL_ICONS: Readonly<Record<AlarmLevel, Drawing>> = {
  urgent: 'urgent',
  important: 'warning',
  secondary: CircleAlert,
  notice: Info,
};

/** The icon without text; screen readers read the level. */
export function LevelSign({ level }: { level: AlarmLevel }) {
  const { t } = useTranslation();
  const name = t(`alarms.level.${level}`);
  return (
    <span className="alarms-sign" data-level={level} title={name}>
      <Icon name={LEVEL_ICONS[level]} />
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
