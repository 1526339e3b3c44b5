import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useRangeNames } from '../../../shared/chart/use-range-names.ts';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { isMessageKey } from '../../../shared/i18n/is-message-key.ts';
import { fromLocalField, toLocalField } from '../../../shared/logs/local-time.ts';
import '../../../shared/logs/logs.css';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { OWN, WINDOW_CHOICES, type WindowChoice } from '../time-window.ts';
import './statistics.css';
import type { Asked } from './use-asked.ts';

export function ScopePicker({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  return (
    <Select
      className="statistics-scope"
      aria-label={t('statistics.scope.label')}
      showSearch={CHOICE_SEARCH}
      options={asked.scopes.map(({ value, label, within }) => ({
        value,
        label: within === undefined ? label : `${label} · ${within}`,
      }))}
      value={asked.scope}
      onChange={asked.setScope}
    />
  );
}

/** From when until when, while the window is one's own. */
export function OwnInterval({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  const issueId = useId();
  const { from, to, issue } = asked.window;
  const ends = { from: t('logs.from'), to: t('logs.to') };
  return (
    <div className="statistics-own">
      <div className="logs-times">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} className="logs-time">
            {ends[end]}
            <input
              type="datetime-local"
              value={toLocalField({ from, to }[end])}
              aria-invalid={issue !== undefined}
              aria-describedby={issueId}
              onChange={(event) =>
                asked.setWindow({ chosen: OWN, from, to, [end]: fromLocalField(event.target.value) ?? '' })
              }
            />
          </label>
        ))}
      </div>
      <p
        id={issueId}
        className={issue === undefined ? 'statistics-quiet' : 'statistics-issue'}
        role={issue === undefined ? undefined : 'alert'}
      >
        {issue !== undefined && isMessageKey(issue) ? t(issue) : t('statistics.range.most')}
      </p>
    </div>
  );
}

export function WindowPicker({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  const names: Record<WindowChoice, string> = { ...useRangeNames(), own: t('statistics.range.own') };
  return (
    <CountFilter
      label={t('device-detail.range.label')}
      counts={WINDOW_CHOICES.map((value) => ({ value, label: names[value] }))}
      value={asked.window.chosen}
      onChange={(chosen) => asked.setWindow({ chosen })}
    />
  );
}
