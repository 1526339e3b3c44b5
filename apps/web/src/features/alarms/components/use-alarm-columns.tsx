import type { Alarm } from '@airloom/contract/alarms/alarms.model';
import type { AlarmState } from '@airloom/contract/alarms/alarms.states';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../shared/alarms/LevelTag.tsx';
import type { AlarmFacts } from '../../../shared/alarms/use-alarm.ts';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';
import { withScope } from '../../../shared/session/scope-address.ts';
import { CellLink, CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import type { Column } from '../../../shared/table/DataTable.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { ALL_ALARMS } from '../alarms.feature.ts';

export function alarmsOfSite(siteUUID: string): string {
  return withScope(ALL_ALARMS, siteUUID);
}

export function AlarmStateDot({ state }: { state: AlarmState }) {
  const { t } = useTranslation();
  return (
    <StatusDot tone={state === 'confirmed' ? 'neutral' : 'warn'}>{t(`alarms.state.${state}`)}</StatusDot>
  );
}

/** The device has a page while it exists; afterwards its name is shown. */
function deviceCell({
  device,
  deviceName,
  virtual,
}: Pick<Alarm, 'device' | 'deviceName' | 'virtual'>): ReactNode {
  if (device === null) return <Clipped text={deviceName} />;
  const link = <CellLink to={devicePage(device)}>{device.name}</CellLink>;
  if (!virtual) return link;
  return (
    <span className="alarms-device">
      {link} <VirtualTag />
    </span>
  );
}

/** Columns of active and cleared alarms. */
export function useAlarmColumns<Row extends AlarmFacts>(open: (row: Row) => void): readonly Column<Row>[] {
  const { t } = useTranslation();
  const words = useAlarmWords();
  return [
    {
      key: 'level',
      status: true,
      title: 'alarms.column.level',
      sort: 'level',
      render: (row) => <LevelTag level={row.level} />,
    },
    {
      key: 'content',
      title: 'alarms.column.content',
      render: (row) => (
        <div className="alarms-what table-lines">
          <CellOpen onOpen={() => open(row)}>{words.type(row.type)}</CellOpen>
          <span>{words.content(row)}</span>
          {row.consequences > 0 && <span>{t('alarms.page.affects', { count: row.consequences })}</span>}
        </div>
      ),
    },
    { key: 'device', title: 'alarms.column.device', render: deviceCell },
    {
      key: 'site',
      title: 'alarms.column.site',
      render: (row) =>
        row.siteUUID === null ? (
          <Clipped text={row.siteName} />
        ) : (
          <CellLink to={alarmsOfSite(row.siteUUID)}>{row.siteName}</CellLink>
        ),
    },
    {
      key: 'raisedAt',
      title: 'alarms.column.raisedAt',
      sort: 'raisedAt',
      render: (row) => <DateTime at={row.raisedAt} />,
    },
    {
      key: 'rule',
      title: 'alarms.page.rule.one',
      extra: true,
      render: (row) => <Clipped text={words.rule(row.ruleName, row.shipped)} />,
    },
    {
      key: 'confirmedBy',
      title: 'alarms.column.confirmedBy',
      extra: true,
      render: (row) => <Clipped text={row.confirmedBy} />,
    },
  ];
}
