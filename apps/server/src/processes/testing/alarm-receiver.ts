import { createServer } from 'node:http';
import { z } from 'zod';
import { listenOnLoopback } from '../../platform/senders/testing/loopback.ts';

const post = z.object({
  id: z.string(),
  event: z.string(),
  alarm: z.object({
    alarmUUID: z.string(),
    type: z.string(),
    level: z.string(),
    deviceUUID: z.string(),
    raisedAt: z.string(),
  }),
});

interface Waiting {
  readonly times: number;
  readonly heard: () => void;
}

/** A webhook receiver that records its deliveries, how often each came, and whether an id ever came with other content. */
export class AlarmReceiver {
  /** Content by delivery id, without the state of the alarm at the time of the attempt. */
  readonly received = new Map<string, string>();
  readonly contradictions: string[] = [];
  /** The ids of what arrived more than once. */
  readonly again = new Set<string>();
  port = 0;
  onArrival: () => void = () => undefined;
  readonly #ids = new Map<string, Set<string>>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.#hear(Buffer.concat(chunks).toString());
      response.writeHead(200).end();
    });
  });

  static async open(): Promise<AlarmReceiver> {
    const receiver = new AlarmReceiver();
    receiver.port = await listenOnLoopback(receiver.#server);
    return receiver;
  }

  /** Resolves when the device had that many such deliveries, each with its own id. */
  async heard(event: 'raised' | 'cleared', type: string, deviceId: string, times: number): Promise<void> {
    const key = `alarm.${event} ${type} ${deviceId}`;
    if ((this.#ids.get(key)?.size ?? 0) >= times) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(key, { times, heard: resolve });
    await promise;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #hear(body: string): void {
    const { id, event, alarm } = post.parse(JSON.parse(body));
    const content = `${event} ${alarm.alarmUUID} ${alarm.type} ${alarm.level} ${alarm.deviceUUID} ${alarm.raisedAt}`;
    const before = this.received.get(id);
    if (before !== undefined) this.again.add(id);
    if (before !== undefined && before !== content) this.contradictions.push(`${id}: ${before}, ${content}`);
    this.received.set(id, content);
    const key = `${event} ${alarm.type} ${alarm.deviceUUID}`;
    const ids = this.#ids.get(key) ?? new Set();
    this.#ids.set(key, ids.add(id));
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined && ids.size >= waiting.times) {
      this.#waiting.delete(key);
      waiting.heard();
    }
    this.onArrival();
  }
}
