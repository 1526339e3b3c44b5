import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateLanguage } from '@airloom/contract/languages';
import { translate } from '../../../platform/text/text.ts';
import { discardRest } from './request-rest.ts';

const STATUS = {
  noAccess: 403,
  accessLost: 403,
  linkUsed: 403,
  otherHost: 421,
  otherSource: 403,
  otherOrigin: 403,
  tooMany: 429,
  deviceOffline: 502,
  notSupported: 502,
  targetRefused: 403,
  deviceLost: 502,
  badAnswer: 502,
  noAnswer: 504,
} as const;

/** Why a proxied page is not shown. The texts are the messages `remote-proxy.page.…`. */
export type PageProblem = keyof typeof STATUS;

/** A plain page without scripts. */
export function problemPage(request: IncomingMessage, response: ServerResponse, problem: PageProblem): void {
  const language = negotiateLanguage((request.headers['accept-language'] ?? '').slice(0, 200).split(','));
  const title = translate(language, 'remote-proxy.page.title');
  const text = translate(language, `remote-proxy.page.${problem}`);
  const body = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>body{font:16px/1.5 system-ui;max-width:32em;margin:15vh auto;padding:0 1em;color-scheme:light dark}</style>
<h1>${title}</h1><p>${text}</p></html>`;
  response.writeHead(STATUS[problem], {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    ...(request.complete ? { Connection: 'close' } : {}),
  });
  response.once('finish', () => discardRest(request));
  response.end(request.method === 'HEAD' ? undefined : body);
}
