import { createWriteStream } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { TLSSocket } from 'node:tls';
import { readFrame } from '@airloom/device-protocol/read-frame';
import { ackFrame } from '@airloom/device-protocol/write-frame';
import { WebSocketServer } from 'ws';
import { CertificateAuthority } from '../../apps/server/src/domains/network/devices/admission/certificate-authority.ts';

/**
 * A gateway with the real handshake that reads frames and discards them: the minimum cost of a gateway. It can
 * `acknowledge` reports, so that devices do not keep them, or `record` frames by serial in a file. It exposes the same
 * metrics as the real gateway.
 */
const [dataDir = '', gatewayPort = '0', mode = 'forget', file = ''] = process.argv.slice(2);
const BACKLOG = 4_096;
const SUBPROTOCOL = 'ucentral-broker';

const authority = await CertificateAuthority.open(dataDir, new Date());
const { key, certificate } = await authority.serverPair(['localhost', '127.0.0.1'], new Date());
const https = createHttpsServer({
  key,
  cert: `${certificate}\n${authority.pem}`,
  ca: [authority.pem],
  minVersion: 'TLSv1.2',
  requestCert: true,
  rejectUnauthorized: false,
});
// Devices fetch the certificate authority before they present their own certificate.
https.on('request', (_request, response) => response.end(authority.pem));
const sockets = new WebSocketServer({
  server: https,
  perMessageDeflate: false,
  verifyClient: ({ req }: { readonly req: IncomingMessage }) =>
    req.socket instanceof TLSSocket && req.socket.authorized,
  handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
});
let reports = 0;
const recording = mode === 'record' ? createWriteStream(file) : null;
sockets.on('connection', (socket) => {
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    if (!Buffer.isBuffer(data)) return;
    const inbound = readFrame(data);
    if (inbound.kind === 'malformed') throw new Error(`Malformed frame: ${inbound.why}`);
    if (inbound.kind === 'hello') recording?.write(`${inbound.hello.serial} ${data.toString()}\n`);
    if (inbound.kind !== 'reports') return;
    recording?.write(`${inbound.reports[0]?.serial} ${data.toString()}\n`);
    reports += inbound.reports.length;
    if (mode !== 'acknowledge') return;
    for (const { serial, sequence } of inbound.reports) {
      if (sequence !== null) socket.send(ackFrame(serial, sequence));
    }
  });
});
const metrics = createServer((_request, response) => {
  response.end(
    `airloom_device_connections ${sockets.clients.size}\nairloom_reports_total{outcome="stored"} ${reports}\n`,
  );
});

function portOf(server: { address(): ReturnType<typeof metrics.address> }): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

metrics.listen(0, '127.0.0.1', () => {
  https.listen({ port: Number(gatewayPort), host: '127.0.0.1', backlog: BACKLOG }, () => {
    process.stdout.write(
      `ready: http://localhost:${portOf(metrics)}, devices connect to port ${portOf(https)}. Ctrl-C stops it.\n`,
    );
  });
});
process.stdin.once('end', () => process.exit()).resume();
