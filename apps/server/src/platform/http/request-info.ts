import { type Language, matchLanguage, requestedLanguage } from '@airloom/contract/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestInfo } from './context.ts';
import { originForOthers } from './origin.ts';

const CLIENT_MAX = 256;

/** The language of the page or the browser; undefined where neither is given. */
export function requestedLanguageOf(request: FastifyRequest): Language | undefined {
  return requestedLanguage((request.headers['accept-language'] ?? '').slice(0, 200).split(','));
}

/** A page sends its language; requests without one get the person's own. */
export function speakTo(request: FastifyRequest, stored: string): void {
  request.language = requestedLanguageOf(request) ?? matchLanguage(stored) ?? request.language;
}

/** What a handler set on the response besides its data. */
export interface ResponseEffects {
  successCode?: number;
  cookies: boolean;
}

export function requestInfo(
  call: string,
  request: FastifyRequest,
  reply: FastifyReply,
  effects: ResponseEffects,
): RequestInfo {
  const secure = request.protocol === 'https';
  return {
    id: request.id,
    call,
    address: request.ip,
    client: (request.headers['user-agent'] ?? '').slice(0, CLIENT_MAX),
    get language() {
      return request.language;
    },
    requestedLanguage: requestedLanguageOf(request),
    browserOrigin: `${request.protocol}://${request.host}`,
    origin: originForOthers(request.protocol, request.host, request.socket),
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    cookie: (name) => request.cookies[name],
    setCookie: (name, value, options = {}) => {
      effects.cookies = true;
      reply.setCookie(name, value, {
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: options.path ?? '/',
        ...(options.maxAgeSeconds === undefined ? {} : { maxAge: options.maxAgeSeconds }),
      });
    },
    clearCookie: (name, path = '/') => {
      effects.cookies = true;
      reply.clearCookie(name, { path });
    },
    speakTo: (stored) => speakTo(request, stored),
    succeedAs: (code) => {
      effects.successCode = code;
    },
  };
}
