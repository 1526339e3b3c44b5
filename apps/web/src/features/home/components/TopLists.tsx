import { displayMac } from '@airloom/contract/formats/network/mac';
import type { ComparedRow } from '@airloom/contract/statistics/statistics.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useTop, useTopTerminals } from '../../../shared/health/day.queries.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { Place } from '../../../shared/session/place.ts';
import { useSeenKinds } from '../../../shared/session/seen-kinds.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { terminalPage } from '../../../shared/terminals/terminal-page.ts';
import { useHomeLinks } from '../home-links.ts';
import { Card, QueryResult } from './Card.tsx';
import './home.css';
import './sites.css';
import './rankings.css';
import { OptionalLink } from './OptionalLink.tsx';

const SHOWN = 5;

interface Ranked {
  key: string;
  name: ReactNode;
  note: string;
  down: number;
  up: number;
}

function Ranking({ rows }: { rows: readonly Ranked[] }) {
  const { t } = useTranslation();
  const units = useUnits();
  const most = Math.max(1, ...rows.map(({ down, up }) => down + up));
  if (rows.length === 0) return <p className="home-none">{t('home.top.none')}</p>;
  return (
    <ol className="home-ranking">
      {rows.map(({ key, name, note, down, up }) => (
        <li key={key} className="home-ranked">
          <div className="home-ranked-line">
            <span>{name}</span>
            <strong>{units.bytes(down + up)}</strong>
          </div>
          <span className="home-ranked-bar" aria-hidden>
            <span data-part="down" style={{ width: `${(down / most) * 100}%` }} />
            <span data-part="up" style={{ width: `${(up / most) * 100}%` }} />
          </span>
          <div className="home-ranked-line" data-small>
            <span>{note}</span>
            <span>{t('home.top.parts', { down: units.bytes(down), up: units.bytes(up) })}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}

function useRanked(place: Place, onOpen: (siteUUID: string) => void) {
  const { t } = useTranslation();
  const seesDevices = useHolds('device_manage');
  const links = useHomeLinks(place);
  function nameOf({ id, name, deviceKind }: ComparedRow, what: 'sites' | 'aps' | 'ssids'): ReactNode {
    if (what === 'ssids') return <OptionalLink to={links.ssid(name)}>{name}</OptionalLink>;
    if (id === null) return name;
    if (what === 'sites') {
      return (
        <button type="button" className="home-site-open" onClick={() => onOpen(id)}>
          {name}
        </button>
      );
    }
    if (deviceKind === null || !seesDevices) return name;
    return <Link to={devicePage({ kind: deviceKind, deviceUUID: id })}>{name}</Link>;
  }
  return (rows: readonly ComparedRow[], what: 'sites' | 'aps' | 'ssids'): Ranked[] =>
    rows
      .filter(({ downBytes, upBytes }) => downBytes + upBytes > 0)
      .map((row) => ({
        key: row.id ?? row.name,
        name: nameOf(row, what),
        note:
          what === 'aps'
            ? row.siteName
            : row.clientsMost === null
              ? ''
              : t('home.top.clients', { count: row.clientsMost }),
        down: row.downBytes,
        up: row.upBytes,
      }));
}

interface TopProps {
  place: Place;
  what: 'sites' | 'aps' | 'ssids';
  onOpen(siteUUID: string): void;
}

function Top({ place, what, onOpen }: TopProps) {
  const { t } = useTranslation();
  const query = useTop(place, what, SHOWN);
  const ranked = useRanked(place, onOpen);
  const { traffic } = useHomeLinks(place);
  return (
    <Card title={t(`home.top.${what}`)} more={{ to: traffic, label: t('home.top.more') }}>
      <QueryResult query={query} rows={5}>
        {({ rows }) => <Ranking rows={ranked(rows, what)} />}
      </QueryResult>
    </Card>
  );
}

function TopTerminals({ place }: { place: Place }) {
  const { t } = useTranslation();
  const query = useTopTerminals(place, SHOWN);
  const links = useHomeLinks(place);
  return (
    <Card title={t('home.top.terminals')} more={{ to: links.terminals, label: t('home.top.more') }}>
      <QueryResult query={query} rows={5}>
        {(rows) => (
          <Ranking
            rows={rows.map(({ mac, name, downBytes, upBytes }) => ({
              key: mac,
              name: <Link to={terminalPage(mac)}>{name || displayMac(mac)}</Link>,
              note: name === '' ? '' : displayMac(mac),
              down: downBytes,
              up: upBytes,
            }))}
          />
        )}
      </QueryResult>
    </Card>
  );
}

/** Top users of the last 24 hours; clients only with permission. */
export function TopLists({ place, onOpen }: { place: Place; onOpen(siteUUID: string): void }) {
  const opens = useHolds('authuserOnline_view');
  const seesTerminals = useSeenKinds().length > 0 && opens;
  return (
    <>
      {place.siteUUID === undefined && <Top place={place} what="sites" onOpen={onOpen} />}
      <Top place={place} what="aps" onOpen={onOpen} />
      <Top place={place} what="ssids" onOpen={onOpen} />
      {seesTerminals && <TopTerminals place={place} />}
    </>
  );
}
