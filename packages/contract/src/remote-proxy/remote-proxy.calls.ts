import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { pageInput, pageOf, searchText } from '../paging.ts';
import { createdProxy, proxyDevice, remoteProxyRow, remoteProxyState } from './remote-proxy.model.ts';
import { remoteProxyInput } from './remote-proxy.rules.ts';

export const REMOTE_PROXY_SORTS = ['createdAt', 'expiresAt', 'lastUsedAt', 'deviceName'] as const;

export const remoteProxyCalls = {
  listRemoteProxies: defineCall({
    method: 'GET',
    path: '/monitor/remoteProxy/list',
    access: 'remote_proxy',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Remote proxies to devices, current and ended ones',
    input: pageInput(REMOTE_PROXY_SORTS).extend({
      deviceUUID: uuid.optional(),
      state: z.enum(['open', 'ended']).default('open'),
    }),
    output: pageOf(remoteProxyRow),
  }),
  viewRemoteProxyState: defineCall({
    method: 'GET',
    path: '/monitor/remoteProxy/state',
    access: 'remote_proxy',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Whether remote proxies can be created in this account',
    input: z.object({}),
    output: remoteProxyState,
  }),
  listProxyDevices: defineCall({
    method: 'GET',
    path: '/monitor/remoteProxy/devices',
    access: 'remote_proxy',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Online devices that support remote proxies, the first 50 by name',
    input: z.object({ search: searchText, deviceUUID: uuid.optional() }),
    output: z.array(proxyDevice),
  }),
  createRemoteProxy: defineCall({
    method: 'POST',
    path: '/monitor/remoteProxy/create',
    access: 'remote_proxy',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Open a public port that leads to an address the device reaches',
    input: remoteProxyInput,
    output: createdProxy,
  }),
  openRemoteProxy: defineCall({
    method: 'POST',
    path: '/monitor/remoteProxy/open',
    access: 'remote_proxy',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Create another link, valid once, to the web page behind a remote proxy',
    input: z.object({ proxyUUID: uuid }),
    output: z.object({ link: z.string() }),
  }),
  stopRemoteProxy: defineCall({
    method: 'POST',
    path: '/monitor/remoteProxy/stop',
    access: 'remote_proxy',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Stop a remote proxy; its connections end at once',
    input: z.object({ proxyUUID: uuid }),
    output: z.null(),
  }),
  saveRemoteProxySettings: defineCall({
    method: 'POST',
    path: '/monitor/remoteProxy/saveSettings',
    access: 'account_manage',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Switch remote proxies of the account on or off; off ends all of them',
    input: z.object({ enabled: z.boolean('validation.required') }),
    output: z.null(),
  }),
};
