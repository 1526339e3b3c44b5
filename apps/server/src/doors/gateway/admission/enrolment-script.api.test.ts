import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ask } from '../../../domains/network/devices/testing/virtual-device.ts';
import { GatewayHarness, newSerial, type RunningGateway } from '../testing/gateway-harness.ts';

const run = promisify(execFile);

let harness: GatewayHarness;
let running: RunningGateway;
let tenant: string;
let folder: string;
beforeAll(async () => {
  harness = await GatewayHarness.open();
  running = await harness.start();
  tenant = await harness.account();
});
afterAll(() => harness.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airloom-script-'));
  return () => rm(folder, { recursive: true });
});

/** The command that the console shows, with a MAC address at its end. */
async function enrolByScript(code: string, mac: string, hash?: string): Promise<string> {
  const gateway = `127.0.0.1:${running.port}`;
  const { body: ca } = await ask(running.port, '/ca.pem');
  const caHash = hash ?? createHash('sha256').update(ca).digest('hex');
  const command = [
    `curl -ksSo cas.pem https://${gateway}/ca.pem`,
    `echo '${caHash}  cas.pem' | sha256sum -c -`,
    `curl -sS --cacert cas.pem https://${gateway}/enrol.sh | sh -s -- ${gateway} ${code} switch ${mac}`,
  ].join(' && ');
  return (await run('sh', ['-c', command], { cwd: folder })).stdout;
}

test('one command enrols a device, which connects with the files it made', async () => {
  const serial = newSerial();
  const mac = serial.toUpperCase().match(/../g)?.join(':') ?? '';
  const output = await enrolByScript(await harness.code(tenant), mac);
  expect(output).toContain(`${serial} has its certificate`);
  const [key, certificate] = await Promise.all(
    ['key.pem', 'cert.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  await harness.connectWith(running, serial, { key: key ?? '', certificate: certificate ?? '' });
  expect(await harness.row(tenant, serial)).toMatchObject({ kind: 'switch', status: 'online' });
});

test('stops before the code is sent when the authority is another one', async () => {
  const code = await harness.code(tenant);
  await expect(enrolByScript(code, newSerial(), '0'.repeat(64))).rejects.toThrow(/sha256sum/);
});

test('fails with the answer of the console for a wrong code', async () => {
  await expect(enrolByScript('WRONG', newSerial())).rejects.toThrow(/"code"/);
});
