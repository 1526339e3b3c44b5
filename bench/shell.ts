import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { webShellCalls } from '@airloom/contract/web-shell/web-shell.calls';
import { WebSocket } from 'ws';
import { CertificateAuthority } from '../apps/server/src/domains/network/devices/admission/certificate-authority.ts';
import { RTTY_LIMITS } from '../apps/server/src/doors/gateway/rtty/limits.ts';
import type { RttyConnection } from '../apps/server/src/doors/gateway/rtty/rtty-connection.ts';
import { RttyServer } from '../apps/server/src/doors/gateway/rtty/rtty-server.ts';
import { serverIdentity } from '../apps/server/src/doors/gateway/server-identity.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createMetrics } from '../apps/server/src/platform/metrics.ts';
import { callConsole } from './support/call-console.ts';
import { type Latency, latencyOf, latencyRatio, latencyText } from './support/latency.ts';
import { residentKilobytes } from './support/process-metrics.ts';
import { RemoteDevice } from './support/remote-device.ts';
import {
  type RemoteAccount,
  type RemoteInstallation,
  startRemoteInstallation,
} from './support/remote-installation.ts';
import type { Row } from './support/report.ts';

const ECHOES = 1_000;
/** Ten of each account, which is what one person may open. */
const ACCOUNTS = 20;
const SHELLS_EACH = 10;
const DEVICES_EACH = 2;
const SETTLE_MS = 5_000;
const SIZE = { columns: 80, rows: 24 };
const KEY = Buffer.from('x');

/** Echo of a shell through console and gateway, and the memory of many shells. */
export async function shell(): Promise<Row[]> {
  const counts = { accounts: ACCOUNTS, devicesEach: DEVICES_EACH };
  const installation = await startRemoteInstallation('shells of devices', counts);
  if (installation === null) return [];
  try {
    const direct = await directEcho(installation);
    const [account] = installation.accounts;
    if (account === undefined) throw new Error('There is no account');
    const single = await openShell(installation, account, 0);
    const through = await latencyOf(ECHOES, () => single.echo());
    single.close();
    await pause(SETTLE_MS);
    return [
      {
        what: 'Echo of a key over a direct connection of the device',
        figures: [latencyText(direct)],
        ratio: '1×',
      },
      {
        what: 'Echo of a key through console, NATS and gateway',
        figures: [latencyText(through)],
        ratio: latencyRatio(through, direct),
      },
      ...(await manyShells(installation, through)),
    ];
  } finally {
    await installation.stop();
  }
}

/** The same device and the same protocol, with the other end in this process. */
async function directEcho({ dataDir }: RemoteInstallation): Promise<Latency> {
  const authority = await CertificateAuthority.open(dataDir, new Date());
  const server = new RttyServer({
    limits: RTTY_LIMITS,
    log: createLog('silent'),
    metrics: createMetrics(),
    acceptsPlain: false,
    secureContext: () =>
      serverIdentity(authority, { PUBLIC_URL: undefined, GATEWAY_ADDRESS: undefined }, new Date()),
    monotonic: () => performance.now(),
  });
  const port = await server.listen('127.0.0.1', 0);
  const { promise: arrival, resolve, reject } = Promise.withResolvers<RttyConnection>();
  const key = server.expect({
    device: { tenant: 'bench', deviceId: 'bench' },
    arrived: resolve,
    expired: () => reject(new Error('The device did not connect')),
  });
  const device = new RemoteDevice({ ...key, port });
  const connection = await arrival;
  let echoed: (() => void) | null = null;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const terminal = connection.openTerminal(SIZE, {
    onOpen: open,
    onData: (data) => {
      terminal.acknowledge(data.length);
      echoed?.();
    },
    onEnd: () => undefined,
  });
  await opened;
  const latency = await latencyOf(ECHOES, () => {
    const { promise, resolve: done } = Promise.withResolvers<void>();
    echoed = done;
    terminal.write(KEY);
    return promise;
  });
  device.end();
  await server.close();
  return latency;
}

interface OpenShell {
  echo(): Promise<void>;
  close(): void;
}

async function openShell(
  { console: page }: RemoteInstallation,
  account: RemoteAccount,
  index: number,
): Promise<OpenShell> {
  const deviceUUID = account.deviceIds[index % account.deviceIds.length];
  const { token } = await callConsole<{ token: string }>(
    { console: page, account },
    'POST',
    webShellCalls.openShell.path,
    { deviceUUID, ...SIZE },
  );
  const headers = { authorization: `Bearer ${account.token}` };
  const socket = new WebSocket(`ws://127.0.0.1:${page.port}/shell`, { headers });
  await once(socket, 'open');
  let echoed: (() => void) | null = null;
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return resolve();
    socket.send(JSON.stringify({ type: 'ack', bytes: data.length }));
    echoed?.();
  });
  socket.once('close', (code) => reject(new Error(`A shell was closed with ${code}`)));
  socket.send(JSON.stringify({ type: 'join', token }));
  await ready;
  return {
    echo: () => {
      const { promise, resolve: done } = Promise.withResolvers<void>();
      echoed = done;
      socket.send(KEY);
      return promise;
    },
    close: () => socket.close(),
  };
}

async function manyShells(installation: RemoteInstallation, alone: Latency): Promise<Row[]> {
  const { console: page, gateway, accounts } = installation;
  const before = { console: residentKilobytes(page), gateway: residentKilobytes(gateway) };
  const shells: OpenShell[] = [];
  for (const account of accounts) {
    for (let index = 0; index < SHELLS_EACH; index += 1)
      shells.push(await openShell(installation, account, index));
  }
  for (const one of shells) await one.echo();
  await pause(SETTLE_MS);
  const each = (after: number, empty: number): string => `${((after - empty) / shells.length).toFixed(0)} KB`;
  const memory = [
    `console ${each(residentKilobytes(page), before.console)} each`,
    `gateway ${each(residentKilobytes(gateway), before.gateway)} each`,
  ];
  const [first] = shells;
  const among = first === undefined ? alone : await latencyOf(ECHOES / 2, () => first.echo());
  for (const one of shells) one.close();
  return [
    {
      what: `${shells.length} shells at once`,
      figures: [...memory, `echo meanwhile: ${latencyText(among)}`],
      ratio: `${(among.p50 / alone.p50).toFixed(1)}× the p50 of a single shell`,
    },
  ];
}
