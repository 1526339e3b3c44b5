import { once } from 'node:events';
import { SCREEN_HEADER } from '@airloom/contract/call';
import { liveFrame, SCREEN_PARAMETER } from '@airloom/contract/live';
import { WebSocket } from 'ws';
import type { TestServer } from '../../../../testing/test-server.ts';
import { openBrowser } from '../../../people/identity/testing/browser.ts';

/** A link as its creator gets it. */
export interface TestLink {
  readonly linkUUID: string;
  readonly token: string;
}

export function linkIn(created: { readonly linkUUID: string; readonly path: string }): TestLink {
  return { linkUUID: created.linkUUID, token: created.path.split('#')[1] ?? '' };
}

export function screenCookieOf({ linkUUID, token }: TestLink): string {
  return `airloom_screen_${linkUUID}=${token}`;
}

/** A browser that opened a link; `headers` as a proxy adds them. */
export async function openDisplay(
  server: TestServer,
  link: TestLink,
  headers: Readonly<Record<string, string>> = {},
) {
  const browser = openBrowser(server, { [SCREEN_HEADER]: link.linkUUID, ...headers });
  const opened = await browser.call('openScreenLink', { linkUUID: link.linkUUID, token: link.token });
  return { opened, call: browser.call, cookies: browser.cookies };
}

/** The live socket of a display. Resolves when it is open; `closed` has the close code. */
export async function watchScreen(
  server: TestServer,
  link: TestLink,
  headers: Readonly<Record<string, string>> = {},
) {
  const url = `${server.url.replace(/^http/, 'ws')}/live?${SCREEN_PARAMETER}=${link.linkUUID}`;
  const socket = new WebSocket(url, { headers: { cookie: screenCookieOf(link), ...headers } });
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(liveFrame.parse(JSON.parse(data.toString())).name));
  const closed = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  return { socket, heard, closed };
}
