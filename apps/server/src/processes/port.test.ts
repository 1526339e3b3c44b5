import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listenOnFreePort } from './port.ts';

/** Listens like the console; every opened port is closed at the end. */
function listener() {
  const servers: ReturnType<typeof createServer>[] = [];
  const listen = (port: number) =>
    new Promise<string>((resolve, reject) => {
      const server = createServer();
      server.once('error', reject);
      server.listen(port, '0.0.0.0', () => {
        servers.push(server);
        const address = server.address();
        resolve(`http://0.0.0.0:${typeof address === 'object' ? address?.port : port}`);
      });
    });
  return {
    listen,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
    },
  };
}

test('a configured port in use is an error with advice', async () => {
  await using target = listener();
  const taken = Number(new URL(await target.listen(0)).port);
  await expect(listenOnFreePort(target, taken, () => undefined)).rejects.toThrow(
    `Port ${taken} is used by another program. Choose one: PORT=${taken + 1} npm start`,
  );
});

test('without a configured port, the next free one is used, and logged', async () => {
  await using target = listener();
  const lines: string[] = [];
  const first = await listenOnFreePort(target, undefined, () => undefined);
  const second = await listenOnFreePort(target, undefined, (line) => lines.push(line));
  expect(second).toBeGreaterThan(first);
  expect(lines.join()).toContain(`taking ${second}`);
});
