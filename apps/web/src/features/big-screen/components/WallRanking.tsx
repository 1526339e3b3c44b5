import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTop, useTopTerminals } from '../../../shared/health/day.queries.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { FROM_BIG_SCREEN } from '../../../shared/routing/from-big-screen.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { terminalPage } from '../../../shared/terminals/terminal-page.ts';
import './wall.css';
import './panels.css';

const SHOWN = 5;

interface Ranked {
  key: string;
  name: string;
  /** The site it stands in, where names alone do not tell two apart. */
  within?: string;
  bytes: number;
  /** Where it leads; nowhere for what has no page on the wall. */
  to: string | null;
}

function List({ title, rows }: { title: string; rows: readonly Ranked[] | undefined }) {
  const { t } = useTranslation();
  const units = useUnits();
  const most = Math.max(1, ...(rows ?? []).map(({ bytes }) => bytes));
  return (
    <section className="wall-box wall-ranking">
      <h3>{title}</h3>
      {rows?.length === 0 && <p className="wall-quiet">{t('big-screen.noTraffic')}</p>}
      <ol>
        {rows?.map(({ key, name, within, bytes, to }) => (
          <li key={key}>
            <span className="wall-name">
              {to === null ? (
                name
              ) : (
                <Link to={to} state={FROM_BIG_SCREEN}>
                  {name}
                </Link>
              )}
              {within && <span className="wall-quiet"> · {within}</span>}
            </span>
            <span className="wall-number">{units.bytes(bytes)}</span>
            <span className="wall-share" aria-hidden>
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

/** Who used the network most over the last 24 hours. */
export function WallRanking({
  place,
  what,
}: {
  place: Place;
  what: 'sites' | 'aps' | 'ssids' | 'terminals';
}) {
  return what === 'terminals' ? <Terminals place={place} /> : <Compared place={place} what={what} />;
}
