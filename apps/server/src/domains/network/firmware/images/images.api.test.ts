import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { ERRORS } from '@airloom/contract/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PATHS } from '../../../../platform/http/paths.ts';
import { buildMember } from '../../../../testing/builders.ts';
import { buildDevices } from '../../../../testing/device-builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { upload } from '../../../../testing/upload.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { Fleet } from '../testing/fleet.ts';
import { spkiPem } from './signature.ts';

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  fleet = await Fleet.open(server);
});
afterAll(() => server.stop());

const bytes = randomBytes(5_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');

interface Given {
  readonly version?: string;
  readonly models?: string[];
  readonly sha256?: string;
  readonly signature?: string;
}

async function create(given: Given = {}, who = fleet) {
  const fileUUID = await upload(server, who.owner.token, 'firmware', bytes);
  const input = { fileUUID, kind: 'ap' as const, models: ['EAP101'], version: '2.0', sha256, ...given };
  return server.call('createFirmware', input, who.as);
}

function trust(key: KeyObject, name = 'maker') {
  return server.call('addFirmwareKey', { name, pem: spkiPem(key) }, fleet.as);
}

test('accepts an unsigned image in an account without keys, and shows that it is unsigned', async () => {
  const made = await create();
  expect([made.code, made.data.signedBy]).toEqual([0, null]);
  const [listed] = (await server.call('listFirmware', {}, fleet.as)).data.rows;
  expect(listed).toMatchObject({
    firmwareUUID: made.data.firmwareUUID,
    sha256,
    sizeBytes: bytes.length,
    signedBy: null,
    trusted: true,
  });
  const signed = await create({ version: '3.0', signature: 'AAAA' });
  expect(signed.failure.fields).toMatchObject({ signature: { key: 'validation.signatureUnknown' } });
});

test('refuses an image with another hash than given', async () => {
  const wrong = await create({ sha256: 'a'.repeat(64) });
  expect(wrong.failure.fields).toEqual({ sha256: { key: 'validation.sha256Mismatch', values: {} } });
  expect((await create({ sha256: ` ${sha256.toUpperCase()}` })).code).toBe(0);
});

test.each([
  ['Ed25519', () => generateKeyPairSync('ed25519'), null],
  ['ECDSA P-256', () => generateKeyPairSync('ec', { namedCurve: 'P-256' }), 'sha256'],
  ['RSA 2048', () => generateKeyPairSync('rsa', { modulusLength: 2048 }), 'sha256'],
] as const)(
  'an account with keys takes what they signed and nothing else: %s',
  async (algorithm, make, hash) => {
    const maker = make();
    const stranger = make();
    expect((await trust(maker.publicKey)).code).toBe(0);
    expect((await server.call('listFirmwareKeys', {}, fleet.as)).data).toMatchObject([
      { name: 'maker', algorithm },
    ]);
    const unsigned = await create();
    expect(unsigned.failure.fields).toMatchObject({ signature: { key: 'validation.signatureRequired' } });
    const forged = sign(hash, bytes, stranger.privateKey).toString('base64');
    const unknown = { signature: { key: 'validation.signatureUnknown' } };
    expect((await create({ signature: forged })).failure.fields).toMatchObject(unknown);
    const elsewhere = sign(hash, Buffer.from('another image'), maker.privateKey).toString('base64');
    expect((await create({ signature: elsewhere })).failure.fields).toMatchObject(unknown);
    const signature = sign(hash, bytes, maker.privateKey).toString('base64');
    const made = await create({ signature });
    expect([made.code, made.data.signedBy]).toEqual([0, 'maker']);
  },
);

test('removing a key makes its images untrusted', async () => {
  const maker = generateKeyPairSync('ed25519');
  const other = generateKeyPairSync('ed25519');
  const key = (await trust(maker.publicKey)).data.keyUUID;
  expect((await trust(maker.publicKey, 'again')).code).toBe(ERRORS.firmwareKeyTaken.code);
  await trust(other.publicKey, 'other');
  const signature = sign(null, bytes, maker.privateKey).toString('base64');
  const { firmwareUUID } = (await create({ signature })).data;
  await buildDevices(server, fleet.owner, [{ siteId: fleet.siteId, model: 'EAP101', status: 'offline' }]);
  const startAt = new Date(server.platform.now().getTime() + 360_000).toISOString();
  const campaign = { name: 'x', firmwareUUID, target: { kind: 'all' as const }, startAt };
  const planned = await server.call('createCampaign', campaign, fleet.as);
  expect(planned.code).toBe(0);
  expect((await server.call('removeFirmwareKey', { keyUUID: key }, fleet.as)).code).toBe(0);
  expect((await server.call('createCampaign', campaign, fleet.as)).code).toBe(ERRORS.firmwareUntrusted.code);
  const [listed] = (await server.call('listFirmware', {}, fleet.as)).data.rows;
  expect(listed).toMatchObject({ trusted: false, signedBy: 'maker' });
  server.advance(361_000);
  await expect
    .poll(() => fleet.view(planned.data.campaignUUID), WITHIN)
    .toMatchObject({ state: 'stopped', stopReason: 'untrusted', cancelled: 1 });
});

test('keys require a super administrator, PEM and a public key', async () => {
  const operator = await buildMember(server, fleet.owner, 'siteOperator', { siteIds: [fleet.siteId] });
  const maker = generateKeyPairSync('ed25519');
  const input = { name: 'maker', pem: spkiPem(maker.publicKey) };
  const answer = await server.call('addFirmwareKey', input, { as: operator.token });
  expect(answer.code).toBe(ERRORS.permissionDenied.code);
  const secret = maker.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const refused = await server.call('addFirmwareKey', { name: 'maker', pem: secret }, fleet.as);
  expect(refused.failure.fields).toMatchObject({ pem: { key: 'validation.publicKey' } });
});

test('allows one image per model and version, in any notation', async () => {
  expect((await create({ version: 'TIP-v2.0', models: ['EAP101', 'EAP102'] })).code).toBe(0);
  expect((await create({ version: '2.0', models: ['eap102'] })).code).toBe(ERRORS.firmwareVersionTaken.code);
  expect((await create({ version: '2.0', models: ['EAP103'] })).code).toBe(0);
  const twice = await create({ version: '4.0', models: ['EAP104', 'eap104'] });
  expect(twice.failure.fields).toMatchObject({ models: { key: 'validation.duplicate' } });
});

test('lists how many devices run each image, and finds images by model', async () => {
  const { siteId } = fleet;
  await buildDevices(server, fleet.owner, [
    { siteId, model: 'EAP101', version: 'OpenWrt 23.05 / TIP-v2.0' },
    { siteId, model: 'eap101', version: '2.0' },
    { siteId, model: 'EAP101', version: '2.0.1' },
    { siteId, model: 'EAP101', kind: 'switch', version: '2.0' },
    { siteId, model: 'EAP102', version: '2.0' },
  ]);
  await create();
  await create({ models: ['EAP102', 'EAP103'] });
  const listed = await server.call('listFirmware', { model: 'eap101' }, fleet.as);
  expect(listed.data).toMatchObject({ total: 1, rows: [{ models: ['EAP101'], running: 2, others: 1 }] });
  const searched = await server.call('listFirmware', { search: 'P103' }, fleet.as);
  expect(searched.data).toMatchObject({ total: 1, rows: [{ models: ['EAP102', 'EAP103'], running: 1 }] });
});

test('deletes an image with its file, but not while a campaign needs it', async () => {
  const fileUUID = await upload(server, fleet.owner.token, 'firmware', bytes);
  const input = { fileUUID, kind: 'ap' as const, models: ['EAP101'], version: '2.0', sha256 };
  const { firmwareUUID } = (await server.call('createFirmware', input, fleet.as)).data;
  // A file belongs to one image.
  const again = await server.call('createFirmware', { ...input, version: '3.0' }, fleet.as);
  expect(again.code).toBe(ERRORS.firmwareVersionTaken.code);
  await buildDevices(server, fleet.owner, [{ siteId: fleet.siteId, model: 'EAP101' }]);
  const startAt = new Date(server.platform.now().getTime() + 3_600_000).toISOString();
  const campaignUUID = await fleet.campaign({ firmwareUUID, target: { kind: 'all' }, startAt });
  expect((await server.call('deleteFirmware', { firmwareUUID }, fleet.as)).code).toBe(
    ERRORS.firmwareInUse.code,
  );
  expect((await server.call('changeCampaign', { campaignUUID, change: 'stop' }, fleet.as)).code).toBe(0);
  await expect.poll(async () => (await fleet.view(campaignUUID)).endedAt, WITHIN).not.toBeNull();
  const download = () =>
    fetch(`${server.url}${PATHS.files}/${fileUUID}`, {
      headers: { authorization: `Bearer ${fleet.owner.token}` },
    });
  expect((await download()).status).toBe(200);
  expect((await server.call('deleteFirmware', { firmwareUUID }, fleet.as)).code).toBe(0);
  expect((await download()).status).toBe(404);
  expect((await server.call('listFirmware', {}, fleet.as)).data.total).toBe(0);
  const retry = await server.call('changeCampaign', { campaignUUID, change: 'retryFailed' }, fleet.as);
  expect(retry.code).toBe(ERRORS.firmwareGone.code);
});

test('returns notFound for images, keys and files of another account', async () => {
  const { firmwareUUID } = (await create()).data;
  const key = (await trust(generateKeyPairSync('ed25519').publicKey)).data.keyUUID;
  const stranger = await Fleet.open(server);
  const fileUUID = await upload(server, fleet.owner.token, 'firmware', bytes);
  const input = { fileUUID, kind: 'ap' as const, models: ['EAP101'], version: '2.0', sha256 };
  expect((await server.call('createFirmware', input, stranger.as)).code).toBe(ERRORS.notFound.code);
  expect((await server.call('deleteFirmware', { firmwareUUID }, stranger.as)).code).toBe(
    ERRORS.notFound.code,
  );
  expect((await server.call('removeFirmwareKey', { keyUUID: key }, stranger.as)).code).toBe(
    ERRORS.notFound.code,
  );
  expect((await server.call('listFirmware', {}, stranger.as)).data).toEqual({ total: 0, rows: [] });
  expect((await server.call('listFirmwareKeys', {}, stranger.as)).data).toEqual([]);
  // The same version may exist there, and keys are separate.
  expect((await create({}, stranger)).code).toBe(0);
});

test('filters and exports the upgrade log; a formula in a name stays text', async () => {
  await buildDevices(server, fleet.owner, [
    { siteId: fleet.siteId, model: 'EAP101', name: '=1+1' },
    { siteId: fleet.siteId, model: 'EAP101', name: 'lobby' },
  ]);
  const { firmwareUUID } = (await create()).data;
  const startAt = new Date(server.platform.now().getTime() + 3_600_000).toISOString();
  const campaignUUID = await fleet.campaign({ firmwareUUID, target: { kind: 'all' }, startAt });
  await server.call('changeCampaign', { campaignUUID, change: 'stop' }, fleet.as);
  const list = async (filters: object) =>
    (await server.send('listUpgrades', filters, fleet.as)).data as { total: number };
  const now = server.platform.now().getTime();
  for (const [filters, total] of [
    [{}, 2],
    [{ search: 'lob' }, 1],
    [{ state: 'cancelled' }, 2],
    [{ state: 'waiting' }, 0],
    [{ campaignUUID }, 2],
    [{ siteUUID: fleet.siteId }, 2],
    [{ from: new Date(now - 60_000).toISOString(), to: new Date(now + 60_000).toISOString() }, 2],
    [{ from: new Date(now + 60_000).toISOString() }, 0],
    [{ to: new Date(now - 60_000).toISOString() }, 0],
  ] as const) {
    expect([filters, (await list(filters)).total]).toEqual([filters, total]);
  }
  const exported = await server.call('exportUpgrades', { format: 'csv', state: 'cancelled' }, fleet.as);
  expect(exported.data.rows).toBe(2);
  const headers = { authorization: `Bearer ${fleet.owner.token}` };
  const text = await (await fetch(`${server.url}${exported.data.url}`, { headers })).text();
  expect(text).toContain('The campaign was stopped before the device was upgraded.');
  expect(text).toMatch(/'=1\+1/);
  expect((await server.call('exportUpgrades', { format: 'xlsx' }, fleet.as)).data.rows).toBe(2);
});
