import { remoteProxyCalls } from '@airloom/contract/remote-proxy/remote-proxy.calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { ProxyList } from '../components/ProxyList.tsx';
import '../components/remote-proxy.css';

const REFRESH = [remoteProxyCalls.viewRemoteProxyState, remoteProxyCalls.listRemoteProxies];

/** Switches remote proxies of the account on or off, after a question that says what that means. */
function useSwitch(): (enabled: boolean) => Promise<void> {
  const { t } = useTranslation();
  const saving = useCommand(remoteProxyCalls.saveRemoteProxySettings, { refresh: REFRESH });
  return async (enabled) => {
    const sure = await confirm({
      title: t(enabled ? 'remote-proxy.switchOnTitle' : 'remote-proxy.switchOffTitle'),
      text: t(enabled ? 'remote-proxy.off.text' : 'remote-proxy.switchOffText'),
      action: t(enabled ? 'remote-proxy.switchOn' : 'remote-proxy.switchOff'),
      danger: !enabled,
    });
    if (!sure) return;
    await saving.run({ enabled });
    toast.success(t(enabled ? 'remote-proxy.switchedOn' : 'remote-proxy.switchedOff'));
  };
}

/** Remote proxies of the account. */
export default function RemoteProxyPage() {
  const { t } = useTranslation();
  const state = useCall(remoteProxyCalls.viewRemoteProxyState, {});
  const switchTo = useSwitch();
  const isAdministrator = useHolds('account_manage:operate');
  const [isCreating, setCreating] = useState(false);
  const create: Action = {
    id: 'createRemoteProxy',
    label: t('remote-proxy.create'),
    icon: 'plus',
    primary: true,
    needs: 'remote_proxy:operate',
    run: () => setCreating(true),
  };
  const switchOn: Action = {
    id: 'switchOnRemoteProxies',
    label: t('remote-proxy.switchOn'),
    primary: true,
    needs: 'account_manage:operate',
    run: () => void ignoreCallFailure(switchTo(true)),
  };
  const switchOff: Action = {
    id: 'switchOffRemoteProxies',
    label: t('remote-proxy.switchOff'),
    needs: 'account_manage:operate',
    run: () => void ignoreCallFailure(switchTo(false)),
  };
  const { data } = state;
  const isOff = data !== undefined && (!data.enabled || !data.available);
  return (
    <>
      <PageHeader
        title={t('nav.remoteProxy')}
        lead={t('remote-proxy.lead')}
        actions={data === undefined || isOff ? [] : [create, switchOff]}
      />
      {state.error && !data && <FailedState error={state.error} retry={() => void state.refetch()} />}
      {state.isPending && <Skeleton rows={4} />}
      {data && isOff && (
        <div className="card">
          <EmptyState
            icon="external"
            title={t('remote-proxy.off.title')}
            text={
              data.available
                ? `${t('remote-proxy.off.text')}${isAdministrator ? '' : ` ${t('remote-proxy.off.ask')}`}`
                : t('remote-proxy.off.unavailable')
            }
            action={data.available ? switchOn : undefined}
          />
        </div>
      )}
      {data && !isOff && (
        <ProxyList state={data} create={create} isCreating={isCreating} onCreating={setCreating} />
      )}
    </>
  );
}
