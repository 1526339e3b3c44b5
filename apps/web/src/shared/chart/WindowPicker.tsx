import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTimeInput } from '../form/moment/moment-inputs.tsx';
import { isMessageKey } from '../i18n/is-message-key.ts';
import { fromLocalField, toLocalField } from '../logs/local-time.ts';
import '../logs/logs.css';
import { CountFilter } from '../ui/CountFilter.tsx';
import {
  type ChosenWindow,
  OWN,
  WINDOW_CHOICES,
  type WindowChange,
  type WindowChoice,
} from './time-window.ts';
import { useRangeNames } from './use-range-names.ts';
import './window.css';

interface WindowProps {
  window: ChosenWindow;
  onChange(next: WindowChange): void;
}

export function WindowPicker({ window, onChange }: WindowProps) {
  const { t } = useTranslation();
  const names: Record<WindowChoice, string> = { ...useRangeNames(), own: t('device-detail.range.own') };
  return (
    <CountFilter
      label={t('device-detail.range.label')}
      counts={WINDOW_CHOICES.map((value) => ({ value, label: names[value] }))}
      value={window.chosen}
      onChange={(chosen) => onChange({ chosen })}
    />
  );
}

/** From when until when, while the window is one's own. */
export function OwnInterval({ window: { chosen, from, to, issue }, onChange }: WindowProps) {
  const { t } = useTranslation();
  const id = useId();
  const issueId = `${id}issue`;
  if (chosen !== OWN) return null;
  const ends = { from: t('logs.from'), to: t('logs.to') };
  return (
    <div className="window-own">
      <div className="logs-times">
        {(['from', 'to'] as const).map((end) => (
          <div key={end} className="logs-time">
            <label htmlFor={`${id}${end}`}>{ends[end]}</label>
            <DateTimeInput
              id={`${id}${end}`}
              value={toLocalField({ from, to }[end])}
              invalid={issue !== undefined}
              describedBy={issueId}
              onChange={(value) => onChange({ chosen: OWN, from, to, [end]: fromLocalField(value) ?? '' })}
            />
          </div>
        ))}
      </div>
      <p
        id={issueId}
        className={issue === undefined ? 'window-most' : 'window-issue'}
        role={issue === undefined ? undefined : 'alert'}
      >
        {issue !== undefined && isMessageKey(issue) ? t(issue) : t('device-detail.range.most')}
      </p>
    </div>
  );
}
