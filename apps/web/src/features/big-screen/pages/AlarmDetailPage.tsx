import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { AlarmTimeline } from '../../../shared/alarms/AlarmTimeline.tsx';
import { LevelTag } from '../../../shared/alarms/LevelTag.tsx';
import { useAlarm } from '../../../shared/alarms/use-alarm.ts';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { FROM_BIG_SCREEN } from '../../../shared/routing/from-big-screen.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { DeviceDay } from '../components/DeviceDay.tsx';
import '../components/wall.css';
import '../components/wall-detail.css';
import { useConnectionState } from '../../../shared/live/connection-state.ts';
import { WallFrame } from '../components/WallFrame.tsx';

type Told = NonNullable<ReturnType<typeof useAlarm>['alarm']>;

function AlarmView({ alarm }: { alarm: Told }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const seesDevices = useHolds('device_manage');
  const { device, affected, related } = alarm;
  return (
    <div className="wall-detail">
      <section className="wall-box wall-says">
        <LevelTag level={alarm.level} />
        <h2>{words.content(alarm)}</h2>
        <dl className="wall-facts">
          <div>
            <dt>{t('alarms.column.site')}</dt>
            <dd>{alarm.siteName}</dd>
          </div>
          {alarm.deviceName !== '' && (
            <div>
              <dt>{t('alarms.column.device')}</dt>
              <dd>
                {device?.kind === 'ap' ? (
                  <Link
                    to={`/monitor/bigShowApDetail?deviceUUID=${device.deviceUUID}`}
                    state={FROM_BIG_SCREEN}
                  >
                    {device.name}
                  </Link>
                ) : (
                  alarm.deviceName
                )}
              </dd>
            </div>
          )}
          <div>
            <dt>{t('alarms.column.raisedAt')}</dt>
            <dd>
              <DateTime at={alarm.raisedAt} />
            </dd>
          </div>
        </dl>
      </section>
      <section className="wall-box">
        <AlarmTimeline alarm={alarm} />
      </section>
      {device && seesDevices && <DeviceDay deviceUUID={device.deviceUUID} />}
      {affected.length > 0 && (
        <section className="wall-box">
          <h2>{t('alarms.page.affected', { count: alarm.consequences })}</h2>
          <p>{affected.map(({ name }) => name).join(' · ')}</p>
        </section>
      )}
      {related.length > 0 && (
        <section className="wall-box">
          <h2>{t('alarms.page.related')}</h2>
          <ul className="wall-lines">
            {related.map((one) => (
              <li key={one.alarmUUID}>
                <LevelTag level={one.level} />
                <Link
                  to={`/monitor/alarmDetail?alarmUUID=${one.alarmUUID}${one.clearedAt === null ? '' : '&over=1'}`}
                  state={FROM_BIG_SCREEN}
                >
                  {[words.type(one.type), one.deviceName, one.part].filter(Boolean).join(' · ')}
                </Link>
                <span className="wall-quiet">
                  <DateTime at={one.raisedAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** One alarm, from the wall and back to it. */
export default function AlarmDetailPage() {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const [query] = useSearchParams();
  const uuid = query.get('alarmUUID') ?? '';
  const { alarm, error, retry } = useAlarm(uuid, query.has('over'));
  const lostSince = useConnectionState((state) => state.lostAt);
  return (
    <WallFrame title={alarm ? words.type(alarm.type) : t('nav.alarmDetail')} lostSince={lostSince} detail>
      {alarm && <AlarmView alarm={alarm} />}
      {!alarm && error && <FailedState error={error} retry={retry} />}
      {!alarm && !error && <Skeleton rows={6} height={24} />}
    </WallFrame>
  );
}
