import { useTranslation } from 'react-i18next';
import '../window.css';

interface PreviousSwitchProps {
  on: boolean;
  set(on: boolean): void;
}

/** Shows the previous period in the charts too. */
export function PreviousSwitch({ on, set }: PreviousSwitchProps) {
  const { t } = useTranslation();
  return (
    <label className="previous-switch">
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={(event) => set(event.target.checked)}
      />
      {t('device-detail.previous.label')}
    </label>
  );
}
