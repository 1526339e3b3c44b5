import { remoteProxyCalls } from '@airloom/contract/remote-proxy/remote-proxy.calls';
import type {
  CreatedProxy,
  RemoteProxyRow,
  RemoteProxyState,
} from '@airloom/contract/remote-proxy/remote-proxy.model';
import { Alert } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { ChoiceMenu } from '../../../shared/form/ChoiceMenu.tsx';
import { DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { copyToClipboard } from '../../../shared/ui/copy-to-clipboard.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { useProxyColumns } from './use-proxy-columns.tsx';

const CreateProxyDrawer = lazy(() => import('./CreateProxyDrawer.tsx'));
const CreatedDialog = lazy(() => import('./CreatedDialog.tsx'));

const REFRESH = [remoteProxyCalls.listRemoteProxies];
const FILTERS = ['state'] as const;

interface ProxyListProps {
  state: RemoteProxyState;
  create: Action;
  isCreating: boolean;
  onCreating(isCreating: boolean): void;
}

export function ProxyList({ state, create, isCreating, onCreating }: ProxyListProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('create');
  const table = useTable({ filters: FILTERS });
  const shown = table.filter('state') === 'ended' ? 'ended' : 'open';
  const list = useCall(
    remoteProxyCalls.listRemoteProxies,
    { ...table.input, state: shown },
    { keepPrevious: true },
  );
  const isOpen = isCreating || wanted !== null;
  // The device that the form was opened for.
  const given = useCall(
    remoteProxyCalls.listProxyDevices,
    { deviceUUID: wanted ?? '' },
    { enabled: wanted !== null },
  );
  const isReady = isOpen && (wanted === null || !given.isPending);
  const stopping = useCommand(remoteProxyCalls.stopRemoteProxy, { refresh: REFRESH });
  const opening = useCommand(remoteProxyCalls.openRemoteProxy);
  const [created, setCreated] = useState<CreatedProxy | null>(null);
  const columns = useProxyColumns(shown);

  function close(): void {
    onCreating(false);
    setQuery(
      (current) => {
        current.delete('create');
        return current;
      },
      { replace: true },
    );
  }

  async function stop({ proxyUUID, deviceName }: RemoteProxyRow): Promise<void> {
    const sure = await confirm({
      title: t('remote-proxy.stopTitle', { name: deviceName }),
      text: t('remote-proxy.stopText'),
      action: t('remote-proxy.stop'),
      danger: true,
    });
    if (!sure) return;
    await stopping.run({ proxyUUID });
    toast.success(t('remote-proxy.stopped'));
  }

  async function open({ proxyUUID, publicHost, publicPort }: RemoteProxyRow): Promise<void> {
    const { link } = await opening.run({ proxyUUID });
    setCreated({ proxyUUID, publicHost, publicPort, link });
  }

  function actionsOf(row: RemoteProxyRow): Action[] {
    const copy: Action = {
      id: 'copyRemoteProxy',
      label: t('remote-proxy.copy'),
      icon: 'copy',
      run: () => copyToClipboard(`${row.publicHost}:${row.publicPort}`),
    };
    if (row.endedAt !== null) return [];
    const openPage: Action = {
      id: 'openRemoteProxy',
      label: t('remote-proxy.open'),
      icon: 'external',
      frequent: true,
      needs: 'remote_proxy:operate',
      run: () => void ignoreCallFailure(open(row)),
    };
    return [
      ...(row.protocol === 'tcp' ? [] : [openPage]),
      copy,
      {
        id: 'stopRemoteProxy',
        label: t('remote-proxy.stop'),
        icon: 'stop',
        danger: true,
        needs: 'remote_proxy:operate',
        run: () => void ignoreCallFailure(stop(row)),
      },
    ];
  }

  return (
    <>
      {state.webProblem === 'noOwnHost' && (
        <Alert type="warning" showIcon title={t('errors.remoteProxyNoOwnHost')} />
      )}
      <DataTable
        name="remoteProxies"
        label={t('nav.remoteProxy')}
        table={table}
        query={list}
        columns={columns}
        rowKey={(row) => row.proxyUUID}
        rowName={(row) => row.deviceName}
        search
        filters={
          <ChoiceMenu
            label={t('remote-proxy.filter')}
            value={shown}
            choices={(['open', 'ended'] as const).map((value) => ({
              value,
              label: t(`remote-proxy.state.${value}`),
            }))}
            onChange={(value) => table.setFilter('state', value === 'ended' ? value : undefined)}
          />
        }
        rowActions={actionsOf}
        empty={
          shown === 'open' ? (
            <EmptyState
              icon="external"
              title={t('remote-proxy.empty')}
              text={t('remote-proxy.emptyText')}
              action={create}
            />
          ) : (
            <EmptyState icon="external" title={t('remote-proxy.emptyEnded')} />
          )
        }
      />
      <Suspense>
        {isReady && (
          <CreateProxyDrawer
            device={given.data?.[0]}
            address={state.address}
            onClose={close}
            onCreated={setCreated}
          />
        )}
        {created && <CreatedDialog created={created} onClose={() => setCreated(null)} />}
      </Suspense>
    </>
  );
}
