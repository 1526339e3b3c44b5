import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { DateTime } from '../ui/Times.tsx';
import { useClock } from '../ui/use-clock.ts';
import { type AlarmFacts, isOver } from './use-alarm.ts';
import './alarm-parts.css';
import { useAlarmWords } from './use-alarm-words.ts';

interface StepProps {
  icon: IconName;
  title: string;
  at?: string;
  by?: string;
  children?: ReactNode;
}

function Step({ icon, title, at, by = '', children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li>
      <Icon name={icon} />
      <div>
        <p className="alarms-step">
          <strong>{title}</strong>
          {at !== undefined && <DateTime at={at} />}
          {by !== '' && <span>{t('alarms.page.story.by', { name: by })}</span>}
        </p>
        {children}
      </div>
    </li>
  );
}

/** What became of an alarm, step by step, and by whom. */
export function AlarmTimeline({ alarm }: { alarm: AlarmFacts }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useAlarmWords();
  const clock = useClock();
  const end = isOver(alarm) ? Date.parse(alarm.clearedAt) : clock;
  const lasted = format.duration(Math.max(0, (end - Date.parse(alarm.raisedAt)) / 1_000));
  return (
    <section className="detail-section">
      <h2>{t('alarms.page.story.title')}</h2>
      <ol className="alarms-story">
        <Step icon="bell" title={t('alarms.page.story.raised')} at={alarm.raisedAt}>
          <p>{words.content(alarm)}</p>
        </Step>
        {alarm.confirmedAt !== null && (
          <Step
            icon="check"
            title={t('alarms.state.confirmed')}
            at={alarm.confirmedAt}
            by={alarm.confirmedBy}
          >
            {alarm.confirmNote !== '' && <p>{alarm.confirmNote}</p>}
          </Step>
        )}
        {isOver(alarm) ? (
          <Step
            icon="clear"
            title={t(`alarms.clearReason.${alarm.clearReason}`)}
            at={alarm.clearedAt}
            by={alarm.clearedBy}
          >
            {alarm.clearNote !== '' && <p>{alarm.clearNote}</p>}
            <p className="alarms-quiet">{t('alarms.page.story.lasted', { duration: lasted })}</p>
          </Step>
        ) : (
          <Step icon="clock" title={t('alarms.page.story.goesOn')}>
            <p className="alarms-quiet">{t('alarms.page.story.lasts', { duration: lasted })}</p>
          </Step>
        )}
      </ol>
    </section>
  );
}
