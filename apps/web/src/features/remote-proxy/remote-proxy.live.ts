import { remoteProxyCalls } from '@airloom/contract/remote-proxy/remote-proxy.calls';
import { remoteProxiesChanged } from '@airloom/contract/remote-proxy/remote-proxy.live';
import { refreshCalls } from '../../shared/api/query-client.ts';
import type { LiveBinding } from '../../shared/live/live-binding.ts';

export const live: readonly LiveBinding[] = [
  {
    message: remoteProxiesChanged,
    run: () => void refreshCalls(remoteProxyCalls.listRemoteProxies, remoteProxyCalls.viewRemoteProxyState),
  },
];
