import type { Alarm } from '@airloom/contract/alarms/alarms.model';
import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { useTranslation } from 'react-i18next';
import { ConfirmButton } from '../../../shared/alarms/ConfirmButton.tsx';
import { LevelTag } from '../../../shared/alarms/LevelTag.tsx';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import type { Place } from '../../../shared/session/place.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { useAlarmCounts, useMostSevereAlarms } from '../home.queries.ts';
import { useHomeLinks } from '../home-links.ts';
import { Card, QueryResult } from './Card.tsx';
import './home.css';
import './active-alarms.css';
import { OptionalLink } from './OptionalLink.tsx';

function Levels({ place }: { place: Place }) {
  const { t } = useTranslation();
  const format = useFormat();
  const counts = useAlarmCounts(place).data;
  const links = useHomeLinks(place);
  return (
    <ul className="home-levels" aria-label={t('home.notices.levels')}>
      {ALARM_LEVELS.map((level) => (
        <li key={level}>
          <OptionalLink to={links.alarms({ level })} className="home-level">
            <LevelTag level={level} value={counts ? format.number(counts.levels[level]) : undefined} />
          </OptionalLink>
        </li>
      ))}
    </ul>
  );
}

function Notice({ alarm, place }: { alarm: Alarm; place: Place }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const links = useHomeLinks(place);
  return (
    <li className="home-notice">
      <LevelTag level={alarm.level} />
      <div className="home-notice-words">
        <OptionalLink to={links.alarm(alarm.alarmUUID)}>{words.type(alarm.type)}</OptionalLink>
        <span className="home-quiet home-clipped">
          {[alarm.deviceName, alarm.siteName].filter(Boolean).join(' · ')}
        </span>
      </div>
      <span className="home-notice-when home-quiet">
        <TimeAgo at={alarm.raisedAt} />
        {alarm.state === 'confirmed' ? (
          <span>{t('alarms.state.confirmed')}</span>
        ) : (
          <ConfirmButton
            alarmUUID={alarm.alarmUUID}
            of={`${words.type(alarm.type)} ${alarm.deviceName}`.trim()}
          />
        )}
      </span>
    </li>
  );
}

/** Active alarms by level, and the most severe ones. */
export function ActiveAlarms({ place }: { place: Place }) {
  const { t } = useTranslation();
  const query = useMostSevereAlarms(place);
  const links = useHomeLinks(place);
  return (
    <Card
      title={t('home.notices.title')}
      more={{ to: links.alarms(), label: t('home.notices.all') }}
      className="home-notices"
    >
      <Levels place={place} />
      <QueryResult query={query} rows={5}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="home-none">
              <Icon name="well" size={20} /> {t('home.notices.none')}
            </p>
          ) : (
            <ul className="home-notice-list">
              {rows.map((alarm) => (
                <Notice key={alarm.alarmUUID} alarm={alarm} place={place} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Card>
  );
}
