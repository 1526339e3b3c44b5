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
import { type EffectiveValue, isPending } from '../effective-values.ts';

const RADIOS_PAGE = '/wireless/radios';
const PORT_PROFILES_PAGE = '/configuration/portProfiles';
const OF_SWITCH = 'switch.';

interface EffectiveTableProps {
  title: string;
  values: readonly EffectiveValue[];
  reset(value: EffectiveValue): void;
}

/** Where a value is edited; null for the device itself. */
function originPage({ path, origin }: EffectiveValue): string | null {
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
  reset(value: EffectiveValue): void;
}

function Origin({ row, reset }: OriginProps) {
  const { t } = useTranslation();
  const wording = useWording();
  const { level, name } = row.origin;
  const words =
    level === 'device'
      ? t('configuration.effective.override')
      : t('configuration.effective.originOf', { level: t(LEVEL_KEYS[level]), name });
  const page = originPage(row);
  return (
    <span className="device-pair">
      {page === null ? words : <CellLink to={page}>{words}</CellLink>}
      {level === 'device' && !row.path.startsWith(OF_SWITCH) && (
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

function OnDevice({ row }: { row: EffectiveValue }) {
  const { t } = useTranslation();
  const wording = useWording();
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

function useColumns(reset: OriginProps['reset']): readonly Column<EffectiveValue>[] {
  const wording = useWording();
  const label = ({ path }: EffectiveValue) => shortLabel(path, wording);
  const value = ({ path, value: set }: EffectiveValue) => valueWords(path, set, wording, true);
  return [
    { key: 'field', title: 'configuration.effective.field', render: label },
    { key: 'value', title: 'configuration.effective.value', render: value },
    {
      key: 'origin',
      title: 'configuration.effective.origin',
      render: (row) => <Origin row={row} reset={reset} />,
    },
    {
      key: 'verified',
      title: 'configuration.effective.onDevice',
      render: (row) => <OnDevice row={row} />,
    },
  ];
}

/** The values of one network or radio. */
export function EffectiveTable({ title, values, reset }: EffectiveTableProps) {
  const columns = useColumns(reset);
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
