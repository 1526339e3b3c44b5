import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { CAN_BE_TAKEN_OVER } from '@airloom/contract/devices/devices.states';
import type { ConfigurationVersion, DeviceDetail } from '@airloom/contract/devices/report.model';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../../shared/api/ignore-call-failure.ts';
import { refreshCalls } from '../../../../shared/api/query-client.ts';
import { useCall } from '../../../../shared/api/use-call.ts';
import { useHolds } from '../../../../shared/session/session-store.ts';
import { CellOpen } from '../../../../shared/table/CellLink.tsx';
import { type Column, DataTable } from '../../../../shared/table/DataTable.tsx';
import { useTable } from '../../../../shared/table/use-table.ts';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { Can } from '../../../../shared/ui/Can.tsx';
import { confirm } from '../../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { StatusDot } from '../../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../../shared/ui/Times.tsx';
import { DEVICE_CALLS } from '../../devices.queries.ts';
import { Certificates } from '../parts/Certificates.tsx';
import { ConfigurationDrawer, type Shown } from '../parts/ConfigurationDrawer.tsx';
import { REASON_KEYS, VERSION_STATE_KEYS, VERSION_TONES } from '../parts/configuration-names.ts';

import { restoreVersion } from './restore-version.ts';

const TakeOverDrawer = lazy(() => import('../../components/editing/TakeOverDrawer.tsx'));

function nothing(): void {
  // The tab reads again by itself.
}

/** Wanted and running version as one sentence. */
function Standing({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { state, version, runningVersion, observeOnly } = device.configuration;
  if (observeOnly) return <p className="device-quiet">{t('device-detail.configuration.observeOnly')}</p>;
  if (state === 'unmanaged')
    return <p className="device-quiet">{t('device-detail.configuration.unmanaged')}</p>;
  if (state === 'notApplied')
    return <p className="device-quiet">{t('device-detail.configuration.notApplied')}</p>;
  if (version === null) return <p className="device-quiet">{t('device-detail.configuration.none')}</p>;
  return (
    <p className="device-quiet">
      {runningVersion === version
        ? t('device-detail.configuration.runs', { version })
        : t('device-detail.configuration.should', { version })}{' '}
      {runningVersion !== null &&
        runningVersion !== version &&
        t('device-detail.configuration.running', { version: runningVersion })}
    </p>
  );
}

export function ConfigurationTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { deviceUUID, name } = device;
  const table = useTable({ prefix: 'configuration.' });
  const { page, size } = table.input;
  const query = useCall(deviceCalls.listConfigurations, { deviceUUID, page, size }, { keepPrevious: true });
  const mayRestore = useHolds('org_manage:operate');
  const [takingOver, setTakingOver] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const wanted = device.configuration.version;

  async function restore(version: number): Promise<void> {
    const sure = await confirm({
      title: t('device-detail.configuration.restoreTitle', { version, name }),
      text: t('device-detail.configuration.restoreText'),
      action: t('device-detail.configuration.restore'),
    });
    if (!sure) return;
    const made = await restoreVersion({ deviceUUID, version, name }, t);
    if (made === null) return;
    await refreshCalls(deviceCalls.listConfigurations, ...DEVICE_CALLS);
    toast.success(t('device-detail.configuration.restored', { version: made.version }));
  }

  function actionsOf(row: ConfigurationVersion): Action[] {
    const { version } = row;
    return [
      {
        id: 'viewConfiguration',
        label: t('device-detail.configuration.view'),
        icon: 'search',
        run: () => setShown({ version, against: null }),
      },
      {
        id: 'compareConfiguration',
        label: t('device-detail.configuration.compare'),
        icon: 'compare',
        blocked:
          version === wanted || wanted === null ? t('device-detail.configuration.isNewest') : undefined,
        run: () => setShown({ version: wanted ?? version, against: version }),
      },
      ...(mayRestore
        ? [
            {
              id: 'restoreConfiguration',
              label: t('device-detail.configuration.restore'),
              icon: 'restore',
              needs: 'device_manage:operate',
              blocked: version === wanted ? t('device-detail.configuration.isNewest') : undefined,
              run: () => void ignoreCallFailure(restore(version)),
            } satisfies Action,
          ]
        : []),
    ];
  }

  const columns: readonly Column<ConfigurationVersion>[] = [
    {
      key: 'version',
      title: 'device-detail.configuration.version',
      render: (row) => (
        <CellOpen onOpen={() => setShown({ version: row.version, against: null })}>{row.version}</CellOpen>
      ),
    },
    {
      key: 'state',
      status: true,
      title: 'device-detail.configuration.state',
      render: (row) => (
        <StatusDot tone={VERSION_TONES[row.state]}>{t(VERSION_STATE_KEYS[row.state])}</StatusDot>
      ),
    },
    {
      key: 'reason',
      title: 'device-detail.configuration.reason',
      render: (row) => t(REASON_KEYS[row.reason]),
    },
    {
      key: 'createdBy',
      title: 'device-detail.configuration.createdBy',
      render: (row) => row.createdBy || t('command-pages.itself'),
    },
    {
      key: 'createdAt',
      title: 'device-detail.configuration.createdAt',
      render: (row) => <DateTime at={row.createdAt} />,
    },
    {
      key: 'decidedAt',
      title: 'device-detail.configuration.decidedAt',
      render: (row) => row.decidedAt && <DateTime at={row.decidedAt} />,
    },
    {
      key: 'rejected',
      title: 'device-detail.configuration.rejected',
      render: (row) => row.rejected.length > 0 && row.rejected.join(', '),
    },
  ];
  return (
    <>
      <Standing device={device} />
      {mayRestore &&
        device.managedBy === null &&
        device.siteUUID !== null &&
        CAN_BE_TAKEN_OVER.includes(device.configuration.state) &&
        !device.configuration.observeOnly && (
          <Can grant="device_manage:operate">
            <Button className="device-take-over" onClick={() => setTakingOver(true)}>
              {t('devices-pages.takeOver.short')}
            </Button>
          </Can>
        )}
      <DataTable
        name="configurations"
        label={t('device-detail.configuration.history')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => String(row.version)}
        rowName={(row) => t('device-detail.configuration.named', { version: row.version })}
        rowActions={actionsOf}
        onOpen={(row) => setShown({ version: row.version, against: null })}
        search={false}
        empty={
          <EmptyState
            icon="settings"
            title={t('device-detail.configuration.empty')}
            text={t('device-detail.configuration.emptyText')}
          />
        }
      />
      <Certificates device={device} />
      {takingOver && (
        <Suspense>
          <TakeOverDrawer devices={[device]} onDone={nothing} onClose={() => setTakingOver(false)} />
        </Suspense>
      )}
      {shown && (
        <ConfigurationDrawer
          deviceUUID={deviceUUID}
          shown={shown}
          versions={query.data?.rows.map((row) => row.version) ?? []}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
