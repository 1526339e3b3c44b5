import { Failure } from '../../platform/failure.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { sameBytes, type Vault } from '../../platform/secrets.ts';
import { developmentMessages } from '../../platform/senders/development.ts';
import type { Senders } from '../../platform/senders/sender.ts';
import { OUTBOX_POLICY, outboxPage } from './outbox-page.ts';

const PATH = '/dev/outbox';

function pageKey(vault: Vault): string {
  return vault.mac('outbox', 'page').toString('hex');
}

/** The page with the messages of the development sender; its address contains the key. */
export function outboxPath(vault: Vault): string {
  return `${PATH}?key=${pageKey(vault)}`;
}

/** The local page of the development sender. Returns 404 without such a sender, or without the key. */
export function mountOutbox(
  app: HttpServer,
  platform: Pick<Platform, 'database' | 'vault'>,
  senders: Pick<Senders, 'development'>,
): void {
  const expected = Buffer.from(pageKey(platform.vault));
  const admit = ({ key }: { key?: unknown }): void => {
    const known = typeof key === 'string' && sameBytes(Buffer.from(key), expected);
    if (!senders.development || !known) throw new Failure('notFound');
  };

  app.get<{ Querystring: { key?: unknown } }>(PATH, async (request, reply) => {
    admit(request.query);
    const messages = await developmentMessages(platform.database);
    reply.headers({ 'cache-control': 'no-store', 'content-security-policy': OUTBOX_POLICY });
    return reply.type('text/html; charset=utf-8').send(outboxPage(request.language, messages));
  });

  app.get<{ Querystring: { key?: unknown } }>(`${PATH}.json`, async (request, reply) => {
    admit(request.query);
    reply.header('cache-control', 'no-store');
    return developmentMessages(platform.database);
  });
}
