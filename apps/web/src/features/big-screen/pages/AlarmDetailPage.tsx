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
import { DeviceDayCharts } from '../components/DeviceDayCharts.tsx';
import '../components/big-screen.css';
import '../components/screen-detail.css';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';
import { useConnectionState } from '../../../shared/live/connection-state.ts';
import { ScreenFrame } from '../components/ScreenFrame.tsx';

type ShownAlarm = NonNullable<ReturnType<typeof useAlarm>['alarm']>;

function AlarmView({ alarm }: { alarm: ShownAlarm }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const seesDevices = useHolds('device_manage');
  const { device, affected, related } = alarm;
  return (
    <div className="big-screen-detail">
      <section className="big-screen-box big-screen-says">
        <LevelTag level={alarm.level} />
        <h2>{words.content(alarm)}</h2>
        <dl className="big-screen-facts">
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
                )}{' '}
                {alarm.virtual && <VirtualTag />}
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
      <section className="big-screen-box">
        <AlarmTimeline alarm={alarm} />
      </section>
      {device && seesDevices && <DeviceDayCharts deviceUUID={device.deviceUUID} />}
      {affected.length > 0 && (
        <section className="big-screen-box">
          <h2>{t('alarms.page.affected', { count: alarm.consequences })}</h2>
          <p>{affected.map(({ name }) => name).join(' · ')}</p>
        </section>
      )}
      {related.length > 0 && (
        <section className="big-screen-box">
          <h2>{t('alarms.page.related')}</h2>
          <ul className="big-screen-lines">
            {related.map((one) => (
              <li key={one.alarmUUID}>
                <LevelTag level={one.level} />
                <Link
                  to={`/monitor/alarmDetail?alarmUUID=${one.alarmUUID}${one.clearedAt === null ? '' : '&over=1'}`}
                  state={FROM_BIG_SCREEN}
                >
                  {[words.type(one.type), one.deviceName, one.part].filter(Boolean).join(' · ')}
                </Link>
                <span className="big-screen-quiet">
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

/** Detail page of an alarm on the big screen. */
export default function AlarmDetailPage() {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const [query] = useSearchParams();
  const uuid = query.get('alarmUUID') ?? '';
  const { alarm, error, retry } = useAlarm(uuid, query.has('over'));
  const outdatedSince = useConnectionState((state) => state.lostAt);
  return (
    <ScreenFrame
      title={alarm ? words.type(alarm.type) : t('nav.alarmDetail')}
      outdatedSince={outdatedSince}
      detail
    >
      {alarm && <AlarmView alarm={alarm} />}
      {!alarm && error && <FailedState error={error} retry={retry} />}
      {!alarm && !error && <Skeleton rows={6} height={24} />}
    </ScreenFrame>
  );
}
