import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { outboxFigures } from '../../platform/events/outbox-maintenance.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, sameBytes } from '../../platform/secrets.ts';

/** For load balancers and monitoring: liveness, readiness and metrics. */
export function mountHealth(
  app: HttpServer,
  platform: Pick<Platform, 'settings' | 'log' | 'database' | 'metrics'>,
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    try {
      await platform.database.unscoped((tx) => tx.first(sql`select 1`));
      return { status: 'ready' };
    } catch (error) {
      platform.log.warn({ err: error }, 'not ready');
      return reply.status(503).send({ status: 'not ready' });
    }
  });

  app.get('/metrics', async (request, reply) => {
    const token = platform.settings.METRICS_TOKEN;
    const given = request.headers.authorization ?? '';
    if (token !== undefined && !sameBytes(hashToken(given), hashToken(`Bearer ${token}`))) {
      return reply.status(401).send();
    }
    if (token === undefined && !isFromThisMachine(request)) return reply.status(403).send();
    // Without the database the other metrics are needed even more.
    const { waiting, failed } = await outboxFigures(platform.database).catch((error: unknown) => {
      platform.log.warn({ err: error }, 'the outbox could not be counted');
      return { waiting: Number.NaN, failed: Number.NaN };
    });
    platform.metrics.outboxWaiting.set(waiting);
    platform.metrics.outboxFailed.set(failed);
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
}

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;

/** Requests forwarded by a proxy on this machine come from elsewhere. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isForwarded && LOOPBACK.test(socket.remoteAddress ?? '');
}
