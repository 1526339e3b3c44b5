import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MomentKind } from '../moment-text.ts';
import { Calendar } from './Calendar.tsx';
import './moment-choice.css';
import { TimeList } from './TimeList.tsx';

interface MomentChoiceProps {
  kind: MomentKind;
  value: string;
  min: string;
  onChange(value: string): void;
  close(): void;
}

const MIDNIGHT = '00:00';

/** Now, in the browser's time zone. */
function present(): { date: string; time: string } {
  const at = new Date();
  const shown = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
}

/** Opened beside a field: a calendar, a list of times, or both. */
export function MomentChoice({ kind, value, min, onChange, close }: MomentChoiceProps) {
  const { t } = useTranslation();
  const now = present();
  const date = kind === 'time' ? '' : value.slice(0, 10);
  const time = kind === 'time' ? value : value.slice(11);
  const current = { date: now.date, time: now.time, dateTime: `${now.date}T${now.time}` }[kind];

  function choose(next: string): void {
    onChange(next);
    close();
  }

  return (
    <div className="moment-choice" data-kind={kind}>
      {kind !== 'time' && (
        <Calendar
          value={date}
          today={now.date}
          min={min.slice(0, 10)}
          onChange={(day) => {
            if (kind === 'date') choose(day);
            else onChange(`${day}T${time || MIDNIGHT}`);
          }}
        />
      )}
      {kind !== 'date' && (
        <TimeList
          value={time}
          takesFocus={kind === 'time'}
          onChange={(next) => choose(kind === 'time' ? next : `${date || now.date}T${next}`)}
        />
      )}
      <div className="moment-choice-actions">
        <Button size="small" disabled={min !== '' && current < min} onClick={() => choose(current)}>
          {kind === 'date' ? t('shell.moment.today') : t('shell.moment.now')}
        </Button>
        <Button size="small" disabled={value === ''} onClick={() => choose('')}>
          {t('shell.moment.clear')}
        </Button>
      </div>
    </div>
  );
}
