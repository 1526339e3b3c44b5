import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTop, useTopTerminals } from '../../../shared/health/day.queries.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { FROM_BIG_SCREEN } from '../../../shared/routing/from-big-screen.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds, useSession } from '../../../shared/session/session-store.ts';
import { terminalPage } from '../../../shared/terminals/terminal-page.ts';
import './big-screen.css';
import './panels.css';

const SHOWN = 5;

interface Ranked {
  key: string;
  name: string;
  /** The site, where names alone are ambiguous. */
  within?: string;
  bytes: number;
  /** Link target; undefined without a page on the big screen. */
  to: string | null;
}

function List({ title, rows }: { title: string; rows: readonly Ranked[] | undefined }) {
  const { t } = useTranslation();
  const units = useUnits();
  const linked = useSession((state) => state.screenPermissions !== null);
  const most = Math.max(1, ...(rows ?? []).map(({ bytes }) => bytes));
  return (
    <section className="big-screen-box big-screen-ranking">
      <h3>{title}</h3>
      {rows?.length === 0 && <p className="big-screen-quiet">{t('big-screen.noTraffic')}</p>}
      <ol>
        {rows?.map(({ key, name, within, bytes, to }) => (
          <li key={key}>
            <span className="big-screen-name">
              {to === null || linked ? (
                name
              ) : (
                <Link to={to} state={FROM_BIG_SCREEN}>
                  {name}
                </Link>
              )}
              {within && <span className="big-screen-quiet"> · {within}</span>}
            </span>
            <span className="big-screen-number">{units.bytes(bytes)}</span>
            <span className="big-screen-share" aria-hidden>
              <span style={{ width: `${(bytes / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Terminals({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { data } = useTopTerminals(place, SHOWN);
  const sees = useHolds('authuserOnline_view');
  const rows = data?.map(({ mac, name, downBytes, upBytes }) => ({
    key: mac,
    name: name || mac,
    bytes: downBytes + upBytes,
    to: sees ? terminalPage(mac) : null,
  }));
  return <List title={t('big-screen.top.terminals')} rows={rows} />;
}

function Compared({ place, what }: { place: Place; what: 'sites' | 'aps' | 'ssids' }) {
  const { t } = useTranslation();
  const { data } = useTop(place, what, SHOWN);
  const sees = useHolds('device_manage');
  const rows = data?.rows
    .map(({ id, name, siteName, downBytes, upBytes }) => ({
      key: id ?? name,
      name,
      ...(what === 'aps' && { within: siteName }),
      bytes: downBytes + upBytes,
      to: what === 'aps' && id !== null && sees ? `/monitor/bigShowApDetail?deviceUUID=${id}` : null,
    }))
    .filter(({ bytes }) => bytes > 0);
  return <List title={t(`big-screen.top.${what}`)} rows={rows} />;
}

/** Top users of the last 24 hours. */
export function ScreenRanking({
  place,
  what,
}: {
  place: Place;
  what: 'sites' | 'aps' | 'ssids' | 'terminals';
}) {
  return what === 'terminals' ? <Terminals place={place} /> : <Compared place={place} what={what} />;
}
