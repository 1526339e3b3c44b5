import { CLIENT_HEADER } from '@airloom/contract/call';
import type { TestServer } from '../../../../testing/test-server.ts';

export interface Browser {
  /** The server's own client, with the web's header and this browser's cookies. */
  readonly call: TestServer['call'];
  readonly cookies: ReadonlyMap<string, string>;
}

/** Keeps cookies between calls, as a browser with the web application open does. */
export function openBrowser(server: TestServer, headers: Readonly<Record<string, string>> = {}): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    call: async (name, input, options = {}) => {
      const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
      const answer = await server.call(name, input, {
        ...options,
        headers: {
          [CLIENT_HEADER]: 'web',
          ...(cookie === '' ? {} : { cookie }),
          ...headers,
          ...options.headers,
        },
      });
      for (const line of answer.headers.getSetCookie()) {
        const { name: key, value, removed } = parseSetCookie(line);
        if (removed) cookies.delete(key);
        else cookies.set(key, value);
      }
      return answer;
    },
  };
}

function parseSetCookie(line: string): { name: string; value: string; removed: boolean } {
  const [pair = '', ...attributes] = line.split('; ');
  const [name = '', value = ''] = pair.split('=');
  const expires = attributes.find((attribute) => attribute.startsWith('Expires='))?.slice('Expires='.length);
  return { name, value, removed: expires !== undefined && new Date(expires) <= new Date() };
}

/** The Set-Cookie header line, unchanged. */
export function setCookieLine(headers: Headers, name: string): string {
  return headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? '';
}
