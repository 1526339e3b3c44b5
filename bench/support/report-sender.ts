import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { credentialsOf } from '../../apps/server/src/testing/obedient-device.ts';

/**
 * Replays recorded reports, each device over its own connection, as fast as they are accepted. A request to
 * `/<from>/<to>` sends reports `from` to `to` of each device.
 */
const [dataDir = '', tenant = '', gatewayPort = '', file = '', rounds = '0'] = process.argv.slice(2);
const AT_ONCE = 16;
const UNSENT_MAX_BYTES = 32 * 1024;
const WAIT_MS = 2;

interface Device {
  readonly socket: WebSocket;
  readonly reports: readonly Buffer[];
}

function recorded(): Map<string, Buffer[]> {
  const frames = new Map<string, Buffer[]>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const end = line.indexOf(' ');
    if (end < 0) continue;
    const serial = line.slice(0, end);
    const ofDevice = frames.get(serial) ?? [];
    ofDevice.push(Buffer.from(line.slice(end + 1)));
    frames.set(serial, ofDevice);
  }
  return frames;
}

async function connect(serial: string, [hello, ...reports]: readonly Buffer[]): Promise<Device> {
  if (hello === undefined || reports.length < Number(rounds)) {
    throw new Error(`Of ${serial} only ${reports.length} reports were recorded`);
  }
  const { key, certificate } = await credentialsOf(dataDir, tenant, serial);
  const socket = new WebSocket(`wss://127.0.0.1:${gatewayPort}/`, 'ucentral-broker', {
    key,
    cert: certificate,
    rejectUnauthorized: false,
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  socket.once('close', (code) => {
    throw new Error(`The connection of ${serial} was closed: ${code}`);
  });
  socket.send(hello, { binary: false });
  return { socket, reports };
}

async function connectAll(): Promise<Device[]> {
  const waiting = [...recorded()];
  const devices: Device[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        devices.push(await connect(...next));
      }
    }),
  );
  return devices;
}

async function send(devices: readonly Device[], from: number, to: number): Promise<void> {
  for (let round = from; round < to; round += 1) {
    for (const { socket, reports } of devices) {
      const report = reports[round] ?? '';
      while (socket.bufferedAmount > UNSENT_MAX_BYTES) await pause(WAIT_MS);
      socket.send(report, { binary: false });
    }
  }
}

const devices = await connectAll();
const server = createServer((request, response) => {
  const [, from, to] = (request.url ?? '').split('/').map(Number);
  response.end();
  void send(devices, from ?? 0, to ?? 0);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`);
});
process.stdin.once('end', () => process.exit()).resume();
