import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { openedShell, shellSessionRow, shellSettings, terminalSize } from './web-shell.model.ts';

export const SHELL_SORTS = ['openedAt'] as const;

export const webShellCalls = {
  openShell: defineCall({
    method: 'POST',
    path: '/device/shell/open',
    access: 'device_manage',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Open a shell on a device; the browser joins it at the shell socket with the token',
    input: z.object({ deviceUUID: uuid, ...terminalSize }),
    output: openedShell,
  }),
  listShellSessions: defineCall({
    method: 'GET',
    path: '/device/shell/list',
    access: 'device_manage',
    ofDevices: true,
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Shell sessions of devices, current and past ones',
    input: pageInput(SHELL_SORTS).extend({
      deviceUUID: uuid.optional(),
      state: z.enum(['open', 'ended']).optional(),
    }),
    output: pageOf(shellSessionRow),
  }),
  endShell: defineCall({
    method: 'POST',
    path: '/device/shell/end',
    access: 'device_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'End a shell session: one’s own, or as an administrator of the account any',
    input: z.object({ sessionUUID: uuid }),
    output: z.null(),
  }),
  viewShellSettings: defineCall({
    method: 'GET',
    path: '/device/shell/settings',
    access: 'account_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Whether shell sessions are recorded, and how long recordings are kept',
    input: z.object({}),
    output: shellSettings,
  }),
  saveShellSettings: defineCall({
    method: 'POST',
    path: '/device/shell/saveSettings',
    access: 'account_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Set whether shell sessions are recorded, and how long recordings are kept',
    input: shellSettings,
    output: z.null(),
  }),
};
