import type { EffectiveView } from '@airloom/contract/configuration/configuration.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { NETWORKS_PAGE } from '../../../../shared/configuration/change-page.ts';
import '../../../../shared/configuration/configuration.css';
import { LEVEL_KEYS } from '../../../../shared/configuration/configuration-names.ts';
import { shortLabel, valueWords } from '../../../../shared/configuration/difference-words.ts';
import { fieldOf } from '../../../../shared/configuration/field-paths.ts';
import { useWording } from '../../../../shared/configuration/use-wording.ts';
import { CellLink } from '../../../../shared/table/CellLink.tsx';
import { type Column, Grid } from '../../../../shared/table/Grid.tsx';
import '../../../../shared/table/table.css';
import { Can } from '../../../../shared/ui/Can.tsx';
import { StatusDot } from '../../../../shared/ui/StatusDot.tsx';
import { isUnsupported } from '../effective-limits.ts';
import { type EffectiveValue, guestAccessOf, isPending } from '../effective-values.ts';

const RADIOS_PAGE = '/wireless/radios';
const WHITELIST_PAGE = '/wireless/whitelist';
const GATEWAY_AUTH_PAGE = '/wireless/gatewayAuth';
const PORT_PROFILES_PAGE = '/configuration/portProfiles';
const OF_SWITCH = 'switch.';

type Placed = Pick<DeviceDetail, 'deviceUUID' | 'siteUUID' | 'enterpriseUUID'>;

interface EffectiveTableProps {
  title: string;
  device: Placed;
  unsupported: EffectiveView['unsupported'];
  values: readonly EffectiveValue[];
  reset(value: EffectiveValue): void;
}

/** Where guest access settings are edited. */
function guestAccessPage(row: EffectiveValue, device: Placed): string | null {
  const kind = guestAccessOf(row);
  if (kind === 'gatewayAuth')
    return `${GATEWAY_AUTH_PAGE}?${new URLSearchParams({ gateway: device.deviceUUID })}`;
  const place = row.origin.level === 'site' ? device.siteUUID : device.enterpriseUUID;
  return kind === null ? null : `${WHITELIST_PAGE}?${new URLSearchParams({ place: place ?? '' })}`;
}

/** Where a value is edited; null for the device itself. */
function originPage(row: EffectiveValue, device: Placed): string | null {
  const { path, origin, ofGuestAccess } = row;
  if (ofGuestAccess) return guestAccessPage(row, device);
  const network = fieldOf(path)?.network ?? null;
  if (network !== null) return `${NETWORKS_PAGE}?${new URLSearchParams({ search: network })}`;
  if (origin.level === 'device') return null;
  return path.startsWith(OF_SWITCH) ? PORT_PROFILES_PAGE : RADIOS_PAGE;
}

function noSort(): void {
  // The values keep the sequence of the settings.
}

interface OriginProps {
  row: EffectiveValue;
  device: Placed;
  reset(value: EffectiveValue): void;
}

function Origin({ row, device, reset }: OriginProps) {
  const { t } = useTranslation();
  const wording = useWording();
  const { level, name } = row.origin;
  const isOverride = level === 'device' && !row.ofGuestAccess;
  const words = isOverride
    ? t('configuration.effective.override')
    : t('configuration.effective.originOf', { level: t(LEVEL_KEYS[level]), name });
  const page = originPage(row, device);
  return (
    <span className="device-pair">
      {page === null ? words : <CellLink to={page}>{words}</CellLink>}
      {isOverride && !row.path.startsWith(OF_SWITCH) && (
        <Can grant="network_config:operate">
          <Can grant={row.path === 'managementVlan' ? 'device_manage:operate' : 'network_config:operate'}>
            <Button
              size="small"
              aria-label={t('configuration.effective.resetNamed', { name: shortLabel(row.path, wording) })}
              onClick={() => reset(row)}
            >
              {t('configuration.effective.reset')}
            </Button>
          </Can>
        </Can>
      )}
    </span>
  );
}

function OnDevice({ row, unsupported }: { row: EffectiveValue; unsupported: boolean }) {
  const { t } = useTranslation();
  const wording = useWording();
  if (row.ofGuestAccess)
    return <StatusDot tone="neutral">{t('configuration.effective.ofGuestAccess')}</StatusDot>;
  if (unsupported) return <StatusDot tone="warn">{t('configuration.effective.notSupported')}</StatusDot>;
  if (!isPending(row) && row.byVersion)
    return (
      <span title={t('configuration.effective.acceptedText')}>
        <StatusDot tone="ok">{t('configuration.effective.accepted')}</StatusDot>
      </span>
    );
  if (!isPending(row)) return <StatusDot tone="ok">{t('configuration.effective.verified')}</StatusDot>;
  const value = valueWords(row.path, row.verified, wording);
  return <StatusDot tone="processing">{t('configuration.effective.pendingValue', { value })}</StatusDot>;
}

function useColumns({
  device,
  unsupported,
  reset,
}: Omit<EffectiveTableProps, 'title' | 'values'>): readonly Column<EffectiveValue>[] {
  const wording = useWording();
  const label = ({ path }: EffectiveValue) => shortLabel(path, wording);
  const value = ({ path, value: set }: EffectiveValue) => valueWords(path, set, wording, true);
  return [
    { key: 'field', title: 'configuration.effective.field', render: label },
    { key: 'value', title: 'configuration.effective.value', render: value },
    {
      key: 'origin',
      title: 'configuration.effective.origin',
      render: (row) => <Origin row={row} device={device} reset={reset} />,
    },
    {
      key: 'verified',
      title: 'configuration.effective.onDevice',
      render: (row) => <OnDevice row={row} unsupported={isUnsupported(unsupported, row)} />,
    },
  ];
}

/** The values of one network, radio or other setting. */
export function EffectiveTable({ title, device, unsupported, values, reset }: EffectiveTableProps) {
  const columns = useColumns({ device, unsupported, reset });
  return (
    <section className="device-section">
      <h2 className="config-lead">{title}</h2>
      <div className="card">
        <Grid
          label={title}
          rows={values}
          columns={columns}
          rowKey={({ path }) => path}
          sort={undefined}
          onSort={noSort}
          stale={false}
        />
      </div>
    </section>
  );
}
