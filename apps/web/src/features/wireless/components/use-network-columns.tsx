import type { WirelessNetworkRow } from '@airloom/contract/wireless/wireless.model';
import { Button, Switch, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { CellLink, keepFromRow } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import type { Column } from '../../../shared/table/DataTable.tsx';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { editAddress } from '../wireless-pages.ts';
import { useEditBlock } from './use-edit-block.ts';
import { useBandNames, useEncryptionNames, useLevelNames } from './use-names.ts';
import './wireless.css';

type Row = WirelessNetworkRow;

interface ColumnsOf {
  turn(row: Row, on: boolean): void;
  reviewPending(row: Row): void;
}

function airTone({ enabled, wantedDevices, onAirDevices, rollingOut }: Row): Tone {
  if (!enabled || wantedDevices === 0) return 'offline';
  if (rollingOut) return 'processing';
  return onAirDevices === wantedDevices ? 'ok' : 'warn';
}

function Turn({ row, turn }: { row: Row; turn: ColumnsOf['turn'] }) {
  const { t } = useTranslation();
  const blocked = useEditBlock('wirelessNetwork')(row.place.level);
  return (
    <Tooltip title={blocked}>
      <Switch
        size="small"
        aria-label={t('wireless.list.turn', { name: row.ssid })}
        checked={row.enabled}
        disabled={blocked !== undefined}
        onClick={(_, event) => event.stopPropagation()}
        onChange={(on) => turn(row, on)}
      />
    </Tooltip>
  );
}

function OnAir({ row }: { row: Row }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <StatusDot tone={airTone(row)}>
      {t('wireless.list.onAirOf', {
        onAir: format.number(row.onAirDevices),
        wanted: format.number(row.wantedDevices),
      })}
    </StatusDot>
  );
}

/** Devices without the present settings, unless a rollout is bringing them up to date. */
function Pending({ row, review }: { row: Row; review: ColumnsOf['reviewPending'] }) {
  const { t } = useTranslation();
  if (row.rollingOut) return <StatusDot tone="processing">{t('wireless.list.rollingOut')}</StatusDot>;
  if (row.pendingDevices === 0) return null;
  return (
    <span className="wireless-pending">
      {t('wireless.list.devices', { count: row.pendingDevices })}
      <Button
        size="small"
        onClick={(event) => {
          keepFromRow(event);
          review(row);
        }}
      >
        {t('wireless.list.review')}
      </Button>
    </span>
  );
}

function PlaceOf({ row: { place, overrides } }: { row: Row }) {
  const { t } = useTranslation();
  const levels = useLevelNames();
  return (
    <div className="wireless-lines table-lines">
      <Clipped text={t('wireless.placeOf', { level: levels[place.level], name: place.name })} />
      {overrides > 0 && <span>{t('wireless.list.overrides', { count: overrides })}</span>}
    </div>
  );
}

export function useNetworkColumns(of: ColumnsOf): readonly Column<Row>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const bands = useBandNames();
  const encryptions = useEncryptionNames();
  const columns: readonly Column<Row>[] = [
    {
      key: 'ssid',
      title: 'wireless.field.ssid',
      sort: 'ssid',
      render: (row) => <CellLink to={editAddress(row)}>{row.ssid}</CellLink>,
    },
    {
      key: 'enabled',
      status: true,
      title: 'wireless.field.enabled',
      render: (row) => <Turn row={row} turn={of.turn} />,
    },
    { key: 'place', title: 'wireless.field.place', render: (row) => <PlaceOf row={row} /> },
    {
      key: 'encryption',
      title: 'wireless.field.encryption',
      render: (row) => <Clipped text={encryptions[row.encryption]} />,
    },
    {
      key: 'bands',
      title: 'wireless.field.bands',
      render: (row) => <Clipped text={row.bands.map((band) => bands[band]).join(', ')} />,
    },
    {
      key: 'vlan',
      title: 'wireless.list.vlan',
      align: 'end',
      render: (row) => row.vlan ?? t('wireless.untagged'),
    },
    { key: 'onAir', title: 'wireless.list.onAir', render: (row) => <OnAir row={row} /> },
    {
      key: 'clients',
      title: 'wireless.list.clients',
      align: 'end',
      render: (row) => format.number(row.clients),
    },
    { key: 'sites', title: 'wireless.list.sites', align: 'end', render: (row) => format.number(row.sites) },
    {
      key: 'pending',
      title: 'wireless.list.pending',
      render: (row) => <Pending row={row} review={of.reviewPending} />,
    },
    {
      key: 'updatedBy',
      title: 'wireless.list.updatedBy',
      extra: true,
      render: (row) => <Clipped text={row.updatedBy} />,
    },
    {
      key: 'updatedAt',
      title: 'wireless.list.updatedAt',
      sort: 'updatedAt',
      extra: true,
      render: (row) => <TimeAgo at={row.updatedAt} />,
    },
  ];
  return columns;
}
