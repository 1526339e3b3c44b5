import {
  startWechat,
  WECHAT_APP,
  type WechatStandIn,
} from '../../domains/people/identity/testing/wechat-stand-in.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import type { World } from '../world.ts';
import { examples } from './examples.ts';
import { WITH_GATEWAY } from './with-gateway.ts';

export interface WechatServer {
  readonly server: TestServer;
  readonly wechat: WechatStandIn;
  stop(): Promise<void>;
}

/** A console with WeChat sign-in, and its WeChat stand-in. */
export async function startServerWithWechat(): Promise<WechatServer> {
  const wechat = await startWechat();
  const server = await startTestServer({
    ...WITH_GATEWAY,
    WECHAT_APP_ID: WECHAT_APP.id,
    WECHAT_APP_SECRET: WECHAT_APP.secret,
    WECHAT_API_URL: wechat.url,
    WECHAT_OPEN_URL: wechat.url,
  });
  return {
    server,
    wechat,
    stop: async () => {
      await server.stop();
      await wechat.stop();
    },
  };
}

export interface BackFromWechat {
  readonly code: string;
  readonly state: string;
  /** Of the browser that started. */
  readonly headers: { readonly cookie: string };
}

/** Starts a WeChat sign-in and returns its code for the owner of a world. */
export async function visitWechat(
  { server, wechat }: WechatServer,
  world: World,
  purpose: 'login' | 'bind',
): Promise<BackFromWechat> {
  const started = await server.call('wechatStart', { purpose });
  const cookie = started.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ');
  const state = new URL(started.data.url).searchParams.get('state') ?? '';
  return { code: wechat.codeFor(world.marker), state, headers: { cookie } };
}

export async function bindWechat(host: WechatServer, world: World): Promise<void> {
  const { headers, ...back } = await visitWechat(host, world, 'bind');
  const input = { ...(await examples.wechatBind(world)), ...back };
  const answer = await host.server.call('wechatBind', input, { as: world.owner.token, headers });
  if (answer.code !== 0) throw new Error(`WeChat was not bound: ${answer.msg}`);
}
