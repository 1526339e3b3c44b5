import { randomUUID } from 'node:crypto';
import { FALLBACK_LANGUAGE, type Language } from '@airloom/contract/languages';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Failure } from '../failure.ts';
import { limitBodyTime } from './body-time.ts';
import { answerClientError } from './client-error.ts';
import { drainBody } from './drain-body.ts';
import { failure } from './envelope.ts';
import { declaredFailure } from './framework-failure.ts';
import { limitJsonDepth } from './json-depth.ts';
import { isHost } from './origin.ts';
import { requestedLanguageOf } from './request-info.ts';

declare module 'fastify' {
  interface FastifyRequest {
    language: Language;
  }
}

const BODY_MAX_BYTES = 1024 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIME_MS = 30_000;
const HSTS = 'max-age=31536000';
/** For bodies as large as firmware, over a slow connection. */
export const UPLOAD_TIME_MS = 15 * 60_000;

export interface HttpOptions {
  readonly log: Logger;
  /** Addresses of reverse proxies whose forwarded headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** How long a request may take to arrive, unless its route sets another limit. */
  readonly requestTimeMs?: number | undefined;
  readonly observe: (route: string, status: number, seconds: number) => void;
}

/** The HTTP server with everything its entry points share: ids, language, errors as envelopes, security headers. */
export async function createHttpServer(options: HttpOptions) {
  const proxies = [...options.trustedProxies];
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    // The longest any request may take; most routes have a lower limit.
    requestTimeout: UPLOAD_TIME_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    trustProxy: proxies.length > 0 ? proxies : false,
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: true,
    // A path that cannot be decoded is refused before any hook runs.
    frameworkErrors: (error, request, reply) => {
      request.language = requestedLanguageOf(request) ?? FALLBACK_LANGUAGE;
      void answerError(error, request, reply);
    },
    clientErrorHandler: answerClientError,
  });
  await app.register(cookie);
  app.decorateRequest('language', 'en');
  // Calls are JSON; a form of another site can only send the types that are left out here.
  app.removeContentTypeParser('text/plain');
  limitJsonDepth(app);

  limitBodyTime(app, options.requestTimeMs ?? REQUEST_TIME_MS);
  app.addHook('onRequest', async (request) => {
    request.language = requestedLanguageOf(request) ?? FALLBACK_LANGUAGE;
    if (!isHost(request.headers.host ?? '')) throw new Failure('malformedRequest');
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
    if (!(await drainBody(request.raw))) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    options.observe(route, reply.statusCode, reply.elapsedTime / 1000);
    request.log.info(
      { route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), address: request.ip },
      'answered',
    );
  });

  app.setErrorHandler(answerError);
  return app;
}

export type HttpServer = Awaited<ReturnType<typeof createHttpServer>>;

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const declared = declaredFailure(error);
  if (declared === undefined) request.log.error({ err: error, requestId: request.id }, 'unexpected error');
  const answer = failure(declared ?? new Failure('systemError'), request.id, request.language);
  if (answer.body.data.retryAfter !== undefined) {
    reply.header('retry-after', String(Math.ceil(answer.body.data.retryAfter)));
  }
  // Also where a file failed to be read after its own headers were set.
  reply.header('cache-control', 'no-store');
  return reply.status(answer.status).send(answer.body);
}
