import type { NetworkHealth } from '@airloom/contract/statistics/statistics.model';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LevelSign } from '../../../shared/alarms/LevelSign.tsx';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { StateSign } from '../../../shared/health/StateSign.tsx';
import { worstFirst } from '../../../shared/health/site-state.ts';
import { useReason } from '../../../shared/health/use-reason.ts';
import type { Place } from '../../../shared/session/place.ts';
import { withScope } from '../../../shared/session/scope-address.ts';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { ATTENTION_SHOWN, useMostSevereAlarms, useOfflineDevices } from '../home.queries.ts';
import { useHomeLinks } from '../home-links.ts';
import './home.css';
import './sites.css';
import { OptionalLink } from './OptionalLink.tsx';

/** Sites that need attention, worst first, with the reason. */
export function AttentionSites({ health, place }: { health: NetworkHealth; place: Place }) {
  const { t } = useTranslation();
  const reason = useReason();
  const links = useHomeLinks(place);
  const { trouble, attention } = health.totals.states;
  const sites = worstFirst(
    health.sites.filter(({ state }) => state === 'trouble' || state === 'attention'),
  ).slice(0, ATTENTION_SHOWN);
  const more = trouble + attention - sites.length;
  if (sites.length === 0) return null;
  return (
    <>
      <ul className="home-attention" aria-label={t('home.attention.sites')}>
        {sites.map((site) => (
          <li key={site.siteUUID}>
            <StateSign state={site.state} size={18} />
            <Link to={withScope('/home/index', site.siteUUID)}>
              {site.siteName}
              <span className="visually-hidden">: {t(`health.state.${site.state}`)}</span>
            </Link>
            <span className="home-quiet home-clipped">{reason(site)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="home-attention-more">
          <OptionalLink to={links.sites}>{t('home.verdict.more', { count: more })}</OptionalLink>
        </p>
      )}
    </>
  );
}

/** Devices of one site that need attention: those with alarms, then those that are offline. */
export function AttentionDevices({ place }: { place: Place }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const links = useHomeLinks(place);
  const alarms = (useMostSevereAlarms(place).data?.rows ?? []).filter(({ level }) => level !== 'notice');
  const offline = useOfflineDevices(place.siteUUID).data;
  const named = new Set(alarms.map(({ device }) => device?.deviceUUID));
  const others = (offline?.rows ?? []).filter(({ deviceUUID }) => !named.has(deviceUUID));
  const more = (offline?.total ?? 0) - (offline?.rows.length ?? 0);
  if (alarms.length + others.length === 0) return null;
  return (
    <>
      <ul className="home-attention" aria-label={t('home.attention.devices')}>
        {alarms.map((alarm) => (
          <li key={alarm.alarmUUID}>
            <LevelSign level={alarm.level} />
            <OptionalLink to={alarm.device ? devicePage(alarm.device) : links.alarm(alarm.alarmUUID)}>
              {alarm.deviceName || alarm.siteName}
            </OptionalLink>
            <span className="home-quiet home-clipped">
              <OptionalLink to={links.alarm(alarm.alarmUUID)}>{words.type(alarm.type)}</OptionalLink>{' '}
              <TimeAgo at={alarm.raisedAt} />
            </span>
          </li>
        ))}
        {others.slice(0, ATTENTION_SHOWN).map((device) => (
          <li key={device.deviceUUID}>
            <StateSign state="attention" size={18} />
            <Link to={devicePage(device)}>{device.name}</Link>
            <span className="home-quiet home-clipped">
              {t('home.attention.offline')}
              {device.lastReportAt && (
                <>
                  {' '}
                  <TimeAgo at={device.lastReportAt} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="home-attention-more">
          <OptionalLink to={links.devices({ status: 'offline' })}>
            {t('home.verdict.more', { count: more })}
          </OptionalLink>
        </p>
      )}
    </>
  );
}
