import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import { ERRORS } from '@airloom/contract/errors';
import { expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../../../platform/http/context.ts';
import { buildAccount, buildMember, type Person } from '../../../../testing/builders.ts';
import { commandStage, received, WITHIN } from '../testing/command-stage.ts';

const PCAP = Buffer.concat([Buffer.from('d4c3b2a1', 'hex'), Buffer.alloc(5_000, 7)]);
const PCAPNG = Buffer.concat([Buffer.from('0a0d0d0a', 'hex'), Buffer.alloc(60)]);

const stage = commandStage();

interface Tracing {
  readonly uri: string;
  readonly cfgUUID: string;
}

/** A device that acknowledged a capture command and knows the upload address. */
async function tracing(): Promise<Tracing> {
  const { id, device } = await stage.online();
  device.obey = ({ id: wire }) => device.answer(wire);
  const cfgUUID = await stage.sendCommand([id], { name: 'trace', seconds: 10, network: 'down' });
  await received(device);
  const command = device.received[0]?.command;
  if (command?.name !== 'trace') throw new Error('Not a trace');
  expect(command).toMatchObject({ durationSeconds: 10, network: 'down' });
  await expect.poll(async () => (await rowOf(cfgUUID))?.text, WITHIN).toBe('Success');
  return { uri: command.uri, cfgUUID };
}

async function rowOf(cfgUUID: string) {
  return (await stage.rowsOf(cfgUUID))[0];
}

/** As curl does: the serial in one field, the file in another. */
async function bring(uri: string, bytes: Buffer): Promise<{ status: number; code: number }> {
  const form = new FormData();
  form.append('name', '903cb3bb1da8');
  form.append('data', new Blob([new Uint8Array(bytes)]), 'capture.pcap');
  const response = await fetch(uri, { method: 'POST', body: form });
  const { code }: { code: number } = JSON.parse(await response.text());
  return { status: response.status, code };
}

test.each([
  ['application/vnd.tcpdump.pcap', PCAP],
  ['application/x-pcapng', PCAPNG],
])('a capture (%s) is uploaded, stored and downloaded by its account alone', async (type, bytes) => {
  const { uri, cfgUUID } = await tracing();
  expect(uri.startsWith(stage.server.url)).toBe(true);
  expect(await rowOf(cfgUUID)).toMatchObject({ state: 'sending', result: { fileUrl: null } });
  expect(await bring(uri, bytes)).toEqual({ status: 200, code: 0 });
  const row = await rowOf(cfgUUID);
  expect(row?.state).toBe('success');
  const get = (who: Person) =>
    fetch(`${stage.server.url}${row?.result.fileUrl}`, {
      headers: { cookie: `${SESSION_COOKIE}=${who.token}` },
    });
  const own = await get(stage.owner);
  expect(own.headers.get('content-type')).toBe(type);
  expect(own.headers.get('content-disposition')).toBe('attachment');
  expect(Buffer.from(await own.arrayBuffer())).toEqual(bytes);
  expect((await get(await buildAccount(stage.server))).status).toBe(404);
  // Captures contain traffic of clients: membership in the account is not enough.
  const bookkeeper = await buildMember(stage.server, stage.owner, 'finance', { siteIds: [stage.siteId] });
  expect((await get(bookkeeper)).status).toBe(404);
  // The address is valid for one upload.
  expect(await bring(uri, bytes)).toEqual({ status: 404, code: ERRORS.notFound.code });
});

test('refuses a file that is no capture and ends the command', async () => {
  const { uri, cfgUUID } = await tracing();
  expect((await bring(uri, Buffer.from('<script>'))).code).toBe(ERRORS.fileTypeRefused.code);
  expect(await rowOf(cfgUUID)).toMatchObject({ state: 'commandError', reason: 'badUpload' });
  expect((await bring(uri, PCAP)).code).toBe(ERRORS.notFound.code);
});

test('refuses a file that is too large', async () => {
  const { uri, cfgUUID } = await tracing();
  const large = Buffer.concat([PCAP, Buffer.alloc(COMMAND_LIMITS.captureMaxBytes)]);
  expect(await bring(uri, large).catch(() => ({ code: ERRORS.payloadTooLarge.code }))).toMatchObject({
    code: ERRORS.payloadTooLarge.code,
  });
  expect((await rowOf(cfgUUID))?.result.fileUrl).toBeNull();
});

test('returns 404 without a valid token, and for another kind of form', async () => {
  const { uri } = await tracing();
  expect((await bring(`${stage.server.url}/captures/${'a'.repeat(43)}`, PCAP)).status).toBe(404);
  const plain = await fetch(uri, { method: 'POST', body: new Uint8Array(PCAP) });
  expect(plain.status).toBe(415);
  const broken = await fetch(uri, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\ncontent-disposition: form-data; name="data"; filename="f"\r\n\r\n',
  });
  expect(broken.status).toBe(400);
  // An interrupted upload may be repeated.
  expect(await bring(uri, PCAP)).toEqual({ status: 200, code: 0 });
});
