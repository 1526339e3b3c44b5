import { displayMac } from '@airloom/contract/formats/network/mac';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import type { Column } from '../../../shared/table/Grid.tsx';
import { RowLink } from '../../../shared/table/RowLink.tsx';
import { terminalPage } from '../../../shared/terminals/terminal-page.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { timeAgo } from '../../../shared/ui/Times.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import type { ClientRow } from '../client-row.ts';
import { connectionText } from './connection-text.ts';
import { NameInput } from './NameInput.tsx';
import { Score } from './Score.tsx';
import { SignalBars } from './SignalBars.tsx';
import { useRename } from './use-rename.ts';

/** The client that is being renamed. */
interface Renaming {
  mac: string | null;
  close(): void;
}

type ClientColumn = Column<ClientRow>;

/** Figures of the connection, which only online clients have. */
function useConnectionColumns(): readonly ClientColumn[] {
  const { t } = useTranslation();
  const units = useUnits();
  const format = useFormat();
  const clock = useClock();
  const grades = useMemo(
    () => ({
      good: t('terminal-pages.grade.good'),
      fair: t('terminal-pages.grade.fair'),
      poor: t('terminal-pages.grade.poor'),
    }),
    [t],
  );
  return useMemo(
    () => [
      {
        key: 'score',
        title: 'terminal-pages.column.score',
        width: 120,
        extra: true,
        render: ({ score = null }) => score !== null && <Score score={score} words={grades} />,
      },
      {
        key: 'rate',
        title: 'terminal-pages.column.rate',
        align: 'end',
        width: 170,
        extra: true,
        render: ({ downRateKbps = null, upRateKbps = null }) =>
          downRateKbps !== null &&
          `${units.rate(downRateKbps)} / ${upRateKbps === null ? '–' : units.rate(upRateKbps)}`,
      },
      {
        key: 'startedAt',
        title: 'terminal-pages.column.since',
        sort: 'startedAt',
        width: 130,
        extra: true,
        render: ({ startedAt }) => startedAt !== undefined && timeAgo(startedAt, clock, format),
      },
    ],
    [grades, units, format, clock],
  );
}

/**
 * Columns of the list of clients; all but the last time are sorted by for online clients only. Hooks are used once here
 * instead of in every cell, because many rows render while scrolling.
 */
export function useClientColumns(renaming: Renaming, onlineOnly: boolean): readonly ClientColumn[] {
  const { t } = useTranslation();
  const units = useUnits();
  const format = useFormat();
  const clock = useClock();
  const rename = useRename();
  const ofConnection = useConnectionColumns();
  const { mac: renamed, close } = renaming;
  return useMemo(() => {
    const columns: readonly ClientColumn[] = [
      {
        key: 'status',
        status: true,
        title: 'terminal-pages.column.status',
        width: 92,
        isWhole: true,
        render: ({ isOnline, isBlocked }) => {
          if (isBlocked) return <StatusDot tone="error">{t('terminal-pages.blocked')}</StatusDot>;
          return (
            <StatusDot tone={isOnline ? 'ok' : 'offline'}>
              {isOnline ? t('terminal-pages.online') : t('terminal-pages.offline')}
            </StatusDot>
          );
        },
      },
      {
        key: 'name',
        title: 'terminal-pages.column.name',
        sort: 'name',
        width: 190,
        render: ({ mac, name, hostname, virtual }) => {
          const link = <RowLink to={terminalPage(mac)}>{name || displayMac(mac)}</RowLink>;
          if (mac !== renamed)
            return virtual ? (
              <span className="terminal-virtual">
                {link} <VirtualTag />
              </span>
            ) : (
              link
            );
          const given = name === hostname ? '' : name;
          return <NameInput name={given} save={(next) => rename({ mac, name: given }, next)} close={close} />;
        },
      },
      {
        key: 'mac',
        title: 'terminals.column.mac',
        width: 142,
        isWhole: true,
        render: (row) => <code>{displayMac(row.mac)}</code>,
      },
      {
        key: 'ip',
        title: 'terminals.column.ip',
        sort: 'ip',
        width: 116,
        isWhole: true,
        render: (row) =>
          row.ip && (
            <code className="table-clipped" title={row.ip}>
              {row.ip}
            </code>
          ),
      },
      {
        key: 'where',
        title: 'terminal-pages.column.where',
        width: 160,
        render: (row) => <Clipped text={connectionText(row)} />,
      },
      {
        key: 'site',
        title: 'terminals.column.site',
        width: 140,
        render: (row) => <Clipped text={row.siteName} />,
      },
      {
        key: 'device',
        title: 'terminals.column.device',
        width: 160,
        render: ({ device }) => device && <RowLink to={devicePage(device)}>{device.name}</RowLink>,
      },
      {
        key: 'signal',
        title: 'terminal-pages.column.signal',
        sort: 'signal',
        width: 112,
        isWhole: true,
        render: (row) => row.signal !== null && <SignalBars signal={row.signal} units={units} />,
      },
      {
        key: 'down',
        title: 'terminal-pages.column.usage',
        sort: 'downBytes',
        align: 'end',
        width: 160,
        isWhole: true,
        render: (row) => `${units.bytes(row.downBytes)} / ${units.bytes(row.upBytes)}`,
      },
      {
        key: 'lastSeen',
        title: 'terminal-pages.column.lastSeen',
        sort: 'lastSeenAt',
        width: 130,
        render: (row) => (row.isOnline ? t('terminal-pages.now') : timeAgo(row.lastSeenAt, clock, format)),
      },
      ...ofConnection,
      {
        key: 'kind',
        title: 'terminal-pages.column.kind',
        width: 110,
        extra: true,
        render: (row) => <Clipped text={t(`terminal-pages.kind.${row.kind}`)} />,
      },
    ];
    return columns.map(({ sort, ...column }) =>
      sort === undefined || (sort === 'lastSeenAt') === onlineOnly ? column : { ...column, sort },
    );
  }, [t, units, format, clock, rename, renamed, close, ofConnection, onlineOnly]);
}
