import { ADDING_STAGES, type AddingStage, type ExpectedDevice } from '@airloom/contract/devices/adding.model';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { ADDING_LIMITS } from '@airloom/contract/devices/devices.limits';
import { LIMITS } from '@airloom/contract/limits';
import { topicOf } from '@airloom/contract/live';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { useWatch } from '../../../shared/live/watched.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { ALL_DEVICES } from '../device-kinds.ts';
import { Checks } from './Checks.tsx';
import { type ExpectedDevices, RefusedAttempts } from './RefusedAttempts.tsx';
import './wizard.css';

const STAGES: Readonly<Record<AddingStage, MessageKey>> = {
  waiting: 'adding.stage.waiting',
  connected: 'adding.stage.connected',
  online: 'adding.stage.online',
};

/** The first report of a device makes it online; it is announced to those who watch the device. */
function Watch({ deviceUUID }: { deviceUUID: string }) {
  useWatch(topicOf('device', deviceUUID));
  return null;
}

function Stages({ device }: { device: ExpectedDevice }) {
  const { t } = useTranslation();
  const reached = ADDING_STAGES.indexOf(device.stage);
  return (
    <ol className="adding-stages" aria-label={t('adding.progress.stages', { name: device.name })}>
      {ADDING_STAGES.map((stage, place) => (
        <li
          key={stage}
          data-reached={place <= reached}
          data-now={place === reached}
          aria-current={place === reached ? 'step' : undefined}
        >
          {t(STAGES[stage])}
        </li>
      ))}
    </ol>
  );
}

function Expected({ device }: { device: ExpectedDevice }) {
  const { t } = useTranslation();
  const { stage, siteUUID, name, mac, model } = device;
  const waits = stage === 'waiting' && device.enrolled;
  const facts = [name === mac ? '' : mac, model, waits ? t('adding.progress.enrolled') : '']
    .filter(Boolean)
    .join(' · ');
  return (
    <li className="adding-device" data-stage={stage}>
      <div>
        {siteUUID === null ? <span>{name}</span> : <Link to={devicePage(device)}>{name}</Link>}
        <p className="adding-quiet">{facts}</p>
      </div>
      <Stages device={device} />
    </li>
  );
}

/** Devices from waiting to online, live, and what to check when nothing happens. */
export function ProgressPanel({ of }: { of: ExpectedDevices }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCall(deviceCalls.addingProgress, of, { keepPrevious: true });
  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton rows={3} height={32} />;
  const { devices, usesLeft } = data;
  const online = devices.filter(({ stage }) => stage === 'online').length;
  const isDone = devices.length > 0 && online === devices.length && (usesLeft ?? 0) === 0;
  const connected = devices.filter(({ stage }) => stage === 'connected').slice(0, LIMITS.live.watchedMax);
  return (
    <>
      <section className="card adding-progress" aria-label={t('adding.progress.title')}>
        <header>
          <h2>{t('adding.progress.title')}</h2>
          <output className="adding-quiet">
            {devices.length > 0 && t('adding.progress.summary', { online, total: devices.length })}
          </output>
        </header>
        {devices.length === 0 && (
          <div className="adding-none">
            <Icon name="clock" size={24} />
            <p>{t('adding.progress.waitingFirst')}</p>
            <p className="adding-quiet">{t('adding.progress.waitingText')}</p>
          </div>
        )}
        <ul className="adding-devices">
          {devices.map((device) => (
            <Expected key={device.deviceUUID} device={device} />
          ))}
        </ul>
        {connected.map(({ deviceUUID }) => (
          <Watch key={deviceUUID} deviceUUID={deviceUUID} />
        ))}
        {devices.length === ADDING_LIMITS.expectedMax && (
          <p className="adding-quiet">{t('adding.progress.first', { count: devices.length })}</p>
        )}
        {usesLeft !== null && usesLeft > 0 && devices.length > 0 && (
          <p className="adding-quiet">{t('adding.progress.left', { count: usesLeft })}</p>
        )}
        {isDone && (
          <output className="adding-done">
            <Icon name="check" /> {t('adding.progress.allOnline')}
          </output>
        )}
        {online > 0 && <Link to={ALL_DEVICES}>{t('adding.progress.toList')}</Link>}
      </section>
      <RefusedAttempts of={of} title={t('adding.refused.title')} />
      {!isDone && <Checks of={of} />}
    </>
  );
}
