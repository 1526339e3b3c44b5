import type { OnlineTerminal } from '@airloom/contract/clients/online.model';
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
import { timeAgo } from '../../../shared/ui/Times.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
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

/** Hooks are used once here instead of in every cell, because many rows render while scrolling. */
export function useOnlineColumns(renaming: Renaming): readonly Column<OnlineTerminal>[] {
  const { t } = useTranslation();
  const units = useUnits();
  const format = useFormat();
  const clock = useClock();
  const rename = useRename();
  const { mac: renamed, close } = renaming;
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
        key: 'name',
        title: 'terminal-pages.column.name',
        sort: 'name',
        width: 200,
        render: ({ mac, name, hostname, virtual }) => {
          const link = <RowLink to={terminalPage(mac)}>{name || mac}</RowLink>;
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
        key: 'score',
        title: 'terminal-pages.column.score',
        width: 120,
        render: (row) => row.score !== null && <Score score={row.score} words={grades} />,
      },
      {
        key: 'signal',
        title: 'terminal-pages.column.signal',
        sort: 'signal',
        width: 110,
        render: (row) => row.signal !== null && <SignalBars signal={row.signal} units={units} />,
      },
      {
        key: 'rate',
        title: 'terminal-pages.column.rate',
        align: 'end',
        width: 170,
        render: (row) =>
          row.downRateKbps !== null &&
          `${units.rate(row.downRateKbps)} / ${row.upRateKbps === null ? '–' : units.rate(row.upRateKbps)}`,
      },
      {
        key: 'device',
        title: 'terminals.column.device',
        width: 170,
        render: ({ device }) => <RowLink to={devicePage(device)}>{device.name}</RowLink>,
      },
      {
        key: 'where',
        title: 'terminal-pages.column.where',
        width: 170,
        render: (row) => <Clipped text={connectionText(row)} />,
      },
      {
        key: 'startedAt',
        title: 'terminal-pages.column.since',
        sort: 'startedAt',
        width: 130,
        render: (row) => timeAgo(row.startedAt, clock, format),
      },
      {
        key: 'down',
        title: 'terminal-pages.column.down',
        sort: 'downBytes',
        align: 'end',
        width: 110,
        render: (row) => units.bytes(row.downBytes),
      },
      {
        key: 'ip',
        title: 'terminals.column.ip',
        sort: 'ip',
        width: 130,
        render: (row) =>
          row.ip && (
            <code className="table-clipped" title={row.ip}>
              {row.ip}
            </code>
          ),
      },
      {
        key: 'mac',
        title: 'terminals.column.mac',
        width: 160,
        render: (row) => <code>{row.mac}</code>,
      },
      {
        key: 'up',
        title: 'terminal-pages.column.up',
        sort: 'upBytes',
        align: 'end',
        width: 110,
        extra: true,
        render: (row) => units.bytes(row.upBytes),
      },
      {
        key: 'site',
        title: 'terminals.column.site',
        width: 150,
        render: (row) => <Clipped text={row.siteName} />,
      },
      {
        key: 'kind',
        title: 'terminal-pages.column.kind',
        width: 110,
        extra: true,
        render: (row) => <Clipped text={t(`terminal-pages.kind.${row.kind}`)} />,
      },
    ],
    [t, grades, units, format, clock, rename, renamed, close],
  );
}
