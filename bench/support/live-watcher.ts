import { once } from 'node:events';
import { LIMITS } from '@airloom/contract/limits';
import { topicOf, type WatchFrame } from '@airloom/contract/live';
import { WebSocket } from 'ws';
import { PATHS } from '../../apps/server/src/platform/http/paths.ts';
import type { Account } from './account.ts';
import type { Child } from './child.ts';
import type { BenchDatabase } from './database.ts';

export interface LiveWatcher {
  readonly messages: number;
  close(): void;
}

/** A live connection that watches one page of devices, like a browser. */
export async function watchDevices(
  { port }: Child,
  { owner }: BenchDatabase,
  { tenant, token }: Account,
): Promise<LiveWatcher> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from device where tenant_id = $1 order by sort_name, id limit $2',
    [tenant, LIMITS.live.watchedMax],
  );
  const socket = new WebSocket(`ws://127.0.0.1:${port}${PATHS.live}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await once(socket, 'open');
  const watch: WatchFrame = { watch: rows.map(({ id }) => topicOf('device', id)) };
  socket.send(JSON.stringify(watch));
  let messages = 0;
  socket.on('message', () => {
    messages += 1;
  });
  return {
    get messages() {
      return messages;
    },
    close: () => socket.terminate(),
  };
}
