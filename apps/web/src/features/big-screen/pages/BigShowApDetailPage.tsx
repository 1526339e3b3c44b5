import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { onlineCalls } from '@airloom/contract/clients/online.calls';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { isConnected } from '@airloom/contract/devices/devices.states';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { topicOf } from '@airloom/contract/live';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { LevelTag } from '../../../shared/alarms/LevelTag.tsx';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { DeviceStatusDot } from '../../../shared/devices/DeviceStatusDot.tsx';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { useWatch } from '../../../shared/live/watched.ts';
import { FROM_BIG_SCREEN } from '../../../shared/routing/from-big-screen.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { terminalPage } from '../../../shared/terminals/terminal-page.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { DeviceDayCharts } from '../components/DeviceDayCharts.tsx';
import '../components/big-screen.css';
import '../components/screen-detail.css';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';
import { ScreenFrame } from '../components/ScreenFrame.tsx';
import { useOutdatedSince } from '../use-outdated-since.ts';

const READ_AGAIN_MS = 20_000;
const SHOWN = 8;

function Facts({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const none = t('big-screen.nothing');
  const facts = [
    [t('devices.column.siteName'), device.siteName],
    [t('devices.column.model'), device.model || none],
    [t('devices.column.ip'), device.ip || none],
    [t('devices.column.clients'), format.number(device.clients)],
    [t('big-screen.fact.cpu'), device.cpuPercent === null ? none : units.percent(device.cpuPercent)],
    [t('big-screen.fact.memory'), device.memoryPercent === null ? none : units.percent(device.memoryPercent)],
    [
      t('big-screen.fact.uptime'),
      device.uptimeSeconds === null ? none : format.duration(device.uptimeSeconds),
    ],
  ] as const;
  return (
    <section className="big-screen-box big-screen-lead">
      <DeviceStatusDot status={device.status} />
      {device.virtual && <VirtualTag />}
      <dl className="big-screen-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** For an offline device only the configuration is shown; measured values are outdated. */
function Radios({ device: { radios, status } }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const none = t('big-screen.nothing');
  const measured = (value: number | null, text: (value: number) => string): string =>
    value === null || !isConnected(status) ? none : text(value);
  return (
    <section className="big-screen-box">
      <h2>{t('big-screen.radios')}</h2>
      <table className="big-screen-table">
        <thead>
          <tr>
            <th scope="col">{t('big-screen.radio.band')}</th>
            <th scope="col">{t('big-screen.radio.channel')}</th>
            <th scope="col">{t('big-screen.radio.busy')}</th>
            <th scope="col">{t('big-screen.radio.noise')}</th>
            <th scope="col">{t('big-screen.clients')}</th>
          </tr>
        </thead>
        <tbody>
          {radios.map((radio) => (
            <tr key={radio.index}>
              <th scope="row">{t(`terminal-pages.band.${radio.band}`)}</th>
              <td>{format.number(radio.channel)}</td>
              <td>{measured(radio.utilisationPercent, units.percent)}</td>
              <td>{measured(radio.noise, units.dbm)}</td>
              <td>{measured(radio.clients, format.number)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Terminals({ deviceUUID }: { deviceUUID: string }) {
  const { t } = useTranslation();
  const units = useUnits();
  const { data } = useCall(
    onlineCalls.listOnlineTerminals,
    { deviceUUID, size: SHOWN, sort: '-downBytes' },
    { every: READ_AGAIN_MS },
  );
  return (
    <section className="big-screen-box">
      <h2>{t('big-screen.terminals')}</h2>
      {data?.rows.length === 0 && <p className="big-screen-quiet">{t('big-screen.noTerminals')}</p>}
      <ul className="big-screen-lines">
        {data?.rows.map((terminal) => (
          <li key={terminal.mac}>
            <Link to={terminalPage(terminal.mac)} state={FROM_BIG_SCREEN}>
              {terminal.name || displayMac(terminal.mac)}
            </Link>
            <span className="big-screen-quiet">{terminal.ssid}</span>
            <span className="big-screen-number">↓ {units.bytes(terminal.downBytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Alarms({ deviceUUID }: { deviceUUID: string }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const { data } = useCall(alarmCalls.queryAlarm, { deviceUUID, size: SHOWN }, { every: READ_AGAIN_MS });
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="big-screen-box">
      <h2>{t('big-screen.alarms')}</h2>
      <ul className="big-screen-lines">
        {data.rows.map((alarm) => (
          <li key={alarm.alarmUUID}>
            <LevelTag level={alarm.level} />
            <Link to={`/monitor/alarmDetail?alarmUUID=${alarm.alarmUUID}`} state={FROM_BIG_SCREEN}>
              {words.content(alarm)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Detail page of an access point on the big screen. */
export default function BigShowApDetailPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const deviceUUID = query.get('deviceUUID') ?? '';
  const seesTerminals = useHolds('authuserOnline_view');
  const seesAlarms = useHolds('current_alarm');
  const answer = useCall(deviceCalls.viewDevice, { deviceUUID }, { every: READ_AGAIN_MS });
  useWatch(topicOf('device', deviceUUID));
  const outdatedSince = useOutdatedSince(answer);
  const { data: device, error } = answer;
  return (
    <ScreenFrame
      title={device?.name ?? t('nav.bigShowApDetail')}
      outdatedSince={device ? outdatedSince : null}
      detail
    >
      {device && (
        <div className="big-screen-detail">
          <Facts device={device} />
          {seesAlarms && <Alarms deviceUUID={deviceUUID} />}
          <DeviceDayCharts deviceUUID={deviceUUID} />
          {device.radios.length > 0 && <Radios device={device} />}
          {seesTerminals && <Terminals deviceUUID={deviceUUID} />}
        </div>
      )}
      {!device && error && <FailedState error={error} retry={() => void answer.refetch()} />}
      {!device && !error && <Skeleton rows={6} height={24} />}
    </ScreenFrame>
  );
}
