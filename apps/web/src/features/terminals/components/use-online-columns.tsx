import type { OnlineTerminal } from '@airloom/contract/terminals/online.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import type { Column } from '../../../shared/table/Grid.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { NameCell } from './NameCell.tsx';
import { Score } from './Score.tsx';
import { SignalBars } from './SignalBars.tsx';
import type { Rename } from './use-rename.ts';
import { whereOf } from './where.ts';

export function useOnlineColumns(rename: Rename): readonly Column<OnlineTerminal>[] {
  const { t } = useTranslation();
  const units = useUnits();
  return useMemo(
    () => [
      {
        key: 'name',
        title: 'terminal-pages.column.name',
        sort: 'name',
        width: 200,
        render: (row) => <NameCell terminal={row} rename={rename} />,
      },
      {
        key: 'score',
        title: 'terminal-pages.column.score',
        width: 120,
        render: (row) => row.score !== null && <Score score={row.score} />,
      },
      {
        key: 'signal',
        title: 'terminal-pages.column.signal',
        sort: 'signal',
        width: 110,
        render: (row) => row.signal !== null && <SignalBars signal={row.signal} />,
      },
      {
        key: 'rate',
        title: 'terminal-pages.column.rate',
        align: 'end',
        width: 150,
        render: (row) =>
          row.downRateKbps !== null &&
          `${units.rate(row.downRateKbps)} / ${row.upRateKbps === null ? '–' : units.rate(row.upRateKbps)}`,
      },
      {
        key: 'device',
        title: 'terminals.column.device',
        width: 170,
        render: ({ device }) => <CellLink to={devicePage(device)}>{device.name}</CellLink>,
      },
      {
        key: 'where',
        title: 'terminal-pages.column.where',
        width: 170,
        render: (row) => <Clipped text={whereOf(row)} />,
      },
      {
        key: 'startedAt',
        title: 'terminal-pages.column.since',
        sort: 'startedAt',
        width: 130,
        render: (row) => <TimeAgo at={row.startedAt} />,
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
        render: (row) => row.ip && <code>{row.ip}</code>,
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
        render: (row) => t(`terminal-pages.kind.${row.kind}`),
      },
    ],
    [t, units, rename],
  );
}
