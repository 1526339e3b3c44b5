import { askedLanguage, type Language } from '@airloom/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestInfo } from './context.ts';
import { originForOthers } from './origin.ts';

const CLIENT_MAX = 256;

/** The language the page shows or the browser prefers; undefined where neither is said. */
export function languageAskedFor(request: FastifyRequest): Language | undefined {
  return askedLanguage((request.headers['accept-language'] ?? '').slice(0, 200).split(','));
}

export function requestInfo(
  call: string,
  request: FastifyRequest,
  reply: FastifyReply,
  succeedAs: (code: number) => void,
): RequestInfo {
  const secure = request.protocol === 'https';
  return {
    id: request.id,
    call,
    address: request.ip,
    client: (request.headers['user-agent'] ?? '').slice(0, CLIENT_MAX),
    language: request.language,
    browserOrigin: `${request.protocol}://${request.host}`,
    origin: originForOthers(request.protocol, request.host, request.socket),
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    cookie: (name) => request.cookies[name],
    setCookie: (name, value, options = {}) => {
      reply.setCookie(name, value, {
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: options.path ?? '/',
        ...(options.maxAgeSeconds === undefined ? {} : { maxAge: options.maxAgeSeconds }),
      });
    },
    clearCookie: (name, path = '/') => {
      reply.clearCookie(name, { path });
    },
    succeedAs,
  };
}
