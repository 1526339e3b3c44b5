import { once } from 'node:events';
import { Agent, createServer as createHttpServer, get, type IncomingMessage } from 'node:http';
import { connect, createServer as createTcpServer, type Server } from 'node:net';
import { remoteProxyCalls } from '@airloom/contract/remote-proxy/remote-proxy.calls';
import { callConsole } from './support/call-console.ts';
import { latencyOf, latencyRatio, latencyText } from './support/latency.ts';
import { type RemoteInstallation, startRemoteInstallation } from './support/remote-installation.ts';
import type { Row } from './support/report.ts';

const MEGABYTE = 1024 * 1024;
/** Longer than what a device may send at once before its rate is limited. */
const TRANSFERRED_BYTES = 16 * MEGABYTE;
const REQUESTS = 300;
const ECHOES = 500;
const TARGET = { localAddress: '10.9.8.7', localPort: 80, hours: 1 };

/** Web pages and TCP connections through a proxy, compared with the same target reached directly. */
export async function proxy(): Promise<Row[]> {
  const web = await webTarget();
  const echo = await echoTarget();
  const rows = [...(await measured('web', web)), ...(await measured('tcp', echo))];
  web.close();
  echo.close();
  return rows;
}

async function measured(kind: 'web' | 'tcp', target: Server): Promise<Row[]> {
  const targetPort = portOf(target);
  const counts = { accounts: 1, devicesEach: 1, targetPort };
  const installation = await startRemoteInstallation('remote proxies', counts);
  if (installation === null) return [];
  try {
    return await (kind === 'web' ? webRows : tcpRows)(installation, targetPort);
  } finally {
    await installation.stop();
  }
}

async function webRows(installation: RemoteInstallation, targetPort: number): Promise<Row[]> {
  const { publicPort, link } = await createProxy(installation, { protocol: 'http', sources: [] });
  const opened = await fetchOnce(link ?? '', {});
  const cookie = opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const proxied = { url: `http://localhost:${publicPort}`, headers: { cookie, accept: 'text/html' } };
  const direct = { url: `http://127.0.0.1:${targetPort}`, headers: {} };
  const first = async ({ url, headers }: typeof proxied | typeof direct) =>
    latencyOf(REQUESTS, async () => void (await fetchOnce(`${url}/small`, headers)));
  const speed = async ({ url, headers }: typeof proxied | typeof direct): Promise<number> => {
    const began = performance.now();
    await fetchOnce(`${url}/large`, headers);
    return TRANSFERRED_BYTES / MEGABYTE / ((performance.now() - began) / 1000);
  };
  return comparison('HTTP', {
    unit: 'request of a small page, one at a time',
    direct: await first(direct),
    through: await first(proxied),
    directSpeed: await speed(direct),
    speed: await speed(proxied),
  });
}

async function tcpRows(installation: RemoteInstallation, targetPort: number): Promise<Row[]> {
  const { publicPort } = await createProxy(installation, { protocol: 'tcp', sources: ['127.0.0.1'] });
  const direct = await tcpFigures(targetPort);
  const through = await tcpFigures(publicPort);
  return comparison('TCP', {
    unit: 'echo of a byte, one at a time',
    direct: direct.latency,
    through: through.latency,
    directSpeed: direct.speed,
    speed: through.speed,
  });
}

interface Compared {
  readonly unit: string;
  readonly direct: Awaited<ReturnType<typeof latencyOf>>;
  readonly through: Awaited<ReturnType<typeof latencyOf>>;
  readonly directSpeed: number;
  readonly speed: number;
}

function comparison(name: string, { unit, direct, through, directSpeed, speed }: Compared): Row[] {
  const figures = (latency: typeof direct, rate: number): string[] => [
    `${unit}: ${latencyText(latency)}`,
    `${TRANSFERRED_BYTES / MEGABYTE} MB: ${rate.toFixed(1)} MB/s`,
  ];
  return [
    { what: `${name} directly`, figures: figures(direct, directSpeed), ratio: '1×' },
    {
      what: `${name} through console, NATS, gateway and device`,
      figures: figures(through, speed),
      ratio: `${latencyRatio(through, direct)}<br>${(speed / directSpeed).toFixed(3)}× the throughput (a device is limited to 2 MB/s)`,
    },
  ];
}

interface Created {
  readonly publicPort: number;
  readonly link: string | null;
}

async function createProxy(
  { console: page, accounts }: RemoteInstallation,
  input: { readonly protocol: 'http' | 'tcp'; readonly sources: readonly string[] },
): Promise<Created> {
  const [account] = accounts;
  if (account === undefined) throw new Error('There is no account');
  const installation = { console: page, account };
  const { saveRemoteProxySettings, createRemoteProxy } = remoteProxyCalls;
  await callConsole(installation, 'POST', saveRemoteProxySettings.path, { enabled: true });
  const body = { deviceUUID: account.deviceIds[0], ...TARGET, ...input };
  return callConsole<Created>(installation, 'POST', createRemoteProxy.path, body);
}

const agent = new Agent({ keepAlive: true });

async function fetchOnce(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Pick<IncomingMessage, 'headers'>> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(url, { headers, agent }, resolve).on('error', reject);
  const response = await promise;
  if ((response.statusCode ?? 500) >= 400) throw new Error(`${url} answered ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
  return response;
}

async function tcpFigures(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  let received = 0;
  let wanted = 0;
  let done: (() => void) | null = null;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received >= wanted) done?.();
  });
  const echo = (data: Buffer): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    wanted = received + data.length;
    done = resolve;
    socket.write(data);
    return promise;
  };
  const latency = await latencyOf(ECHOES, () => echo(Buffer.from('x')));
  const began = performance.now();
  await echo(Buffer.alloc(TRANSFERRED_BYTES));
  const speed = TRANSFERRED_BYTES / MEGABYTE / ((performance.now() - began) / 1000);
  socket.destroy();
  return { latency, speed };
}

async function webTarget(): Promise<Server> {
  const large = Buffer.alloc(TRANSFERRED_BYTES);
  const server = createHttpServer((request, response) => {
    const body = request.url === '/large' ? large : 'small';
    response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
  return listening(server);
}

async function echoTarget(): Promise<Server> {
  return listening(
    createTcpServer({ noDelay: true }, (socket) => socket.on('error', () => undefined).pipe(socket)),
  );
}

async function listening(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
