import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const WECHAT_APP = { id: 'wx0123456789', secret: 'wechat-app-secret' };

export interface WechatStandIn {
  readonly url: string;
  /** The next code issued for a WeChat user. */
  codeFor(openid: string): string;
  /** The answer to every request from now on; null for the proper answer. */
  answerWith(status: number, body: string): void;
  stop(): Promise<void>;
}

/** Implements WeChat's `sns/oauth2/access_token`: codes work once, and errors have HTTP 200. */
export async function startWechat(): Promise<WechatStandIn> {
  const codes = new Map<string, string>();
  let fixed: { status: number; body: string } | null = null;
  let made = 0;
  const proper = (query: URLSearchParams): string => {
    if (query.get('appid') !== WECHAT_APP.id) return error(40013, 'invalid appid');
    if (query.get('secret') !== WECHAT_APP.secret) return error(40125, 'invalid appsecret');
    if (query.get('grant_type') !== 'authorization_code') return error(40002, 'invalid grant_type');
    const code = query.get('code') ?? '';
    const openid = codes.get(code);
    if (openid === undefined) return error(40029, 'invalid code');
    codes.delete(code);
    return JSON.stringify({
      access_token: 'ACCESS_TOKEN',
      expires_in: 7200,
      refresh_token: 'REFRESH_TOKEN',
      openid,
      scope: 'snsapi_login',
    });
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const { status, body } =
      fixed ??
      (pathname === '/sns/oauth2/access_token'
        ? { status: 200, body: proper(searchParams) }
        : { status: 404, body: '' });
    response.writeHead(status, { 'content-type': 'text/plain', location: 'http://127.0.0.1:9/' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    codeFor: (openid) => {
      const code = `code-${++made}`;
      codes.set(code, openid);
      return code;
    },
    answerWith: (status, body) => {
      fixed = { status, body };
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function error(errcode: number, errmsg: string): string {
  return JSON.stringify({ errcode, errmsg });
}
