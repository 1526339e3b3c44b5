import type { FastifyReply, FastifyRequest } from 'fastify';
import { endConnection } from './client-error.ts';
import type { HttpServer } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of this route may take to arrive, where it differs from the default. */
    bodyTimeMs?: number;
  }
}

/** Node has one limit for all requests; a large upload may take longer than a call. */
export function limitBodyTime(app: Pick<HttpServer, 'addHook'>, usualMs: number): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return;
    const limitMs = request.routeOptions.config.bodyTimeMs ?? usualMs;
    const timer = setTimeout(() => giveUp(request, reply), limitMs);
    request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function giveUp(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  if (reply.raw.headersSent) socket.destroy();
  else endConnection(socket, '408 Request Timeout', 'malformedRequest');
}
