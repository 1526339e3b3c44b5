import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';

interface OnSwitchProps {
  name: string;
  on: boolean;
  mayTurn: boolean;
  turn(on: boolean): void;
}

/** Enabled or not, in a row: a switch for people who may change it, text for others. */
export function OnSwitch({ name, on, mayTurn, turn }: OnSwitchProps) {
  const { t } = useTranslation();
  if (!mayTurn) {
    return (
      <StatusDot tone={on ? 'ok' : 'offline'}>
        {on ? t('notices-page.setting.on') : t('notices-page.setting.off')}
      </StatusDot>
    );
  }
  return (
    <Switch
      size="small"
      aria-label={t('notices-page.setting.switch', { name })}
      checked={on}
      onChange={turn}
    />
  );
}
