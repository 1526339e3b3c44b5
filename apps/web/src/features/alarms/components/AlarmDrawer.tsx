import type { Alarm } from '@airloom/contract/alarms/alarms.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelTag } from '../../../shared/alarms/LevelTag.tsx';
import { noticesOf } from '../../../shared/alarms/notice-pages.ts';
import { type AlarmFacts, isOver, useAlarm } from '../../../shared/alarms/use-alarm.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useTopologyLink } from '../../../shared/devices/use-topology-link.tsx';
import { useHolds } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { DetailDrawer, type Fact } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import './alarms.css';
import { AlarmTimeline } from '../../../shared/alarms/AlarmTimeline.tsx';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';
import { AlarmStateDot, alarmsOfSite } from './use-alarm-columns.tsx';

type Looked = NonNullable<ReturnType<typeof useAlarm>['alarm']>;

/** Opens a related alarm in the list it belongs to by now. */
function addressOf({ alarmUUID, clearedAt }: Looked['related'][number]): string {
  return `?${new URLSearchParams({ ...(clearedAt === null ? {} : { tab: 'history' }), alarm: alarmUUID })}`;
}

function Related({ alarms }: { alarms: Looked['related'] }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  if (alarms.length === 0) return null;
  return (
    <section className="detail-section">
      <h2>{t('alarms.page.related')}</h2>
      <ul className="alarms-lines">
        {alarms.map((alarm) => (
          <li key={alarm.alarmUUID} className="alarms-line">
            <LevelTag level={alarm.level} />
            <Link to={addressOf(alarm)}>
              {[words.type(alarm.type), alarm.deviceName, alarm.part].filter(Boolean).join(' · ')}
            </Link>
            <span className="alarms-quiet">
              <DateTime at={alarm.raisedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Affected({ alarm }: { alarm: Looked }) {
  const { t } = useTranslation();
  const { affected, consequences } = alarm;
  if (consequences === 0) return null;
  const more = consequences - affected.length;
  return (
    <section className="detail-section">
      <h2>{t('alarms.page.affected', { count: consequences })}</h2>
      <ul className="alarms-lines alarms-devices">
        {affected.map((device) => (
          <li key={device.deviceUUID}>
            <Link to={devicePage(device)}>{device.name}</Link>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="alarms-quiet">{t('alarms.page.more', { count: more })}</p>}
    </section>
  );
}

function useFacts(): (alarm: AlarmFacts) => readonly Fact[] {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const seesRules = useHolds('alarm_rule');
  const topologyLink = useTopologyLink();
  return (alarm) => [
    { label: 'alarms.column.level', value: <LevelTag level={alarm.level} /> },
    {
      label: 'alarms.column.state',
      value: isOver(alarm) ? null : <AlarmStateDot state={alarm.state} />,
    },
    {
      label: 'alarms.column.device',
      value:
        alarm.device === null ? (
          alarm.deviceName
        ) : (
          <>
            <Link to={devicePage(alarm.device)}>{alarm.device.name}</Link>
            {alarm.virtual && <VirtualTag />}
          </>
        ),
    },
    {
      label: 'alarms.column.site',
      value:
        alarm.siteUUID === null ? (
          alarm.siteName
        ) : (
          <Link to={alarmsOfSite(alarm.siteUUID)}>{alarm.siteName}</Link>
        ),
    },
    {
      label: 'alarms.page.rule.one',
      value:
        alarm.ruleUUID === null || !seesRules ? (
          words.rule(alarm.ruleName, alarm.shipped)
        ) : (
          <Link to={`/alarm/alarmSetting?rule=${alarm.ruleUUID}`}>
            {words.rule(alarm.ruleName, alarm.shipped)}
          </Link>
        ),
    },
    {
      label: 'nav.topology',
      value: alarm.device && topologyLink(alarm.siteUUID, alarm.device.deviceUUID),
    },
    {
      label: 'alarms.page.chart',
      value: alarm.device && (
        <Link to={`${devicePage(alarm.device)}&at=${encodeURIComponent(alarm.raisedAt)}`}>
          {t('alarms.page.chartAt')}
        </Link>
      ),
    },
  ];
}

interface AlarmDrawerProps {
  uuid: string;
  /** Whether it was cleared when it was opened. */
  over: boolean;
  /** Actions while it is active. */
  actionsOf?(alarms: readonly Pick<Alarm, 'alarmUUID' | 'state'>[]): Action[];
  /** Actions once it is cleared. */
  removal?: readonly Action[];
  onClose(): void;
}

const NONE: readonly Action[] = [];

/** All details of one alarm. */
export function AlarmDrawer({ uuid, over, actionsOf, removal = NONE, onClose }: AlarmDrawerProps) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const factsOf = useFacts();
  const seesNotices = useHolds('alarm_index');
  const { alarm, error, retry } = useAlarm(uuid, over);
  const recipients: Fact = {
    label: 'alarms.page.notices',
    value: seesNotices ? <Link to={noticesOf(uuid)}>{t('alarms.page.whoWasTold')}</Link> : null,
  };
  const isActive = alarm !== undefined && !isOver(alarm);
  const actions = isActive ? (actionsOf?.([{ alarmUUID: uuid, state: alarm.state }]) ?? NONE) : removal;
  return (
    <DetailDrawer
      title={alarm ? words.type(alarm.type) : t('ui.loading')}
      facts={alarm ? [...factsOf(alarm), recipients] : []}
      actions={alarm ? actions : NONE}
      onClose={onClose}
    >
      {!alarm && error && <FailedState error={error} retry={retry} />}
      {!alarm && !error && <Skeleton rows={6} />}
      {alarm && (
        <>
          <AlarmTimeline alarm={alarm} />
          <Affected alarm={alarm} />
          <Related alarms={alarm.related} />
        </>
      )}
    </DetailDrawer>
  );
}
