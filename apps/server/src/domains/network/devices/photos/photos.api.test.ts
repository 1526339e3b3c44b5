import { PHOTO_LIMITS } from '@airloom/contract/devices/annotations.limits';
import { ERRORS } from '@airloom/contract/errors';
import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../../../platform/http/context.ts';
import { buildMember, type Person } from '../../../../testing/builders.ts';
import { buildDevices } from '../../../../testing/device-builders.ts';
import {
  CAMERA,
  JPEG,
  LOSSY_WEBP,
  locatedJpeg,
  locatedPng,
  locatedWebp,
  png,
} from '../../../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { upload } from '../../../../testing/upload.ts';
import { expectFailure, expectSuccess } from '../../../people/identity/testing/expectations.ts';
import { buildEstate, type Estate } from '../testing/estate.ts';
import { forgetLoosePhotos } from './photos.jobs.ts';

let server: TestServer;
let estate: Estate;
let deviceUUID: string;
beforeAll(async () => {
  server = await startTestServer({}, { scheduled: false });
});
afterAll(() => server.stop());
beforeEach(async () => {
  estate = await buildEstate(server);
  const [device] = await buildDevices(server, estate.owner, [{ siteId: estate.lobby, name: 'Lobby' }]);
  deviceUUID = device?.id ?? '';
});

function store(bytes: Buffer<ArrayBuffer>, who: Person = estate.owner): Promise<string> {
  return upload(server, who.token, 'devicePhoto', bytes);
}

async function add(picture: Buffer<ArrayBuffer> = JPEG): Promise<string> {
  const input = { deviceUUID, fileUUID: await store(picture), thumbnailUUID: await store(png(16, 12)) };
  const added = await server.call('addDevicePhoto', input, estate.as);
  expectSuccess(added);
  return added.data.photoUUID;
}

async function photos(as = estate.as) {
  return (await server.call('listDevicePhotos', { deviceUUID }, as)).data;
}

function get(url: string, { token }: Pick<Person, 'token'> = estate.owner): Promise<Response> {
  return fetch(`${server.url}${url}`, { headers: { cookie: `${SESSION_COOKIE}=${token}` } });
}

function storedFiles() {
  return server.platform.database.asSystem((tx) =>
    tx.all(
      sql<{
        id: string;
      }>`select id from stored_file where tenant_id = ${estate.owner.tenant} and kind = 'devicePhoto'`,
    ),
  );
}

/** The error code of an upload. */
async function refusal(bytes: Buffer<ArrayBuffer>): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/storage`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${estate.owner.token}`,
      'x-airloom-client': 'test',
      'x-file-kind': 'devicePhoto',
      'content-type': 'application/octet-stream',
    },
    body: bytes,
  });
  const { code }: { code: number } = JSON.parse(await response.text());
  return code;
}

test.each([
  ['image/jpeg', locatedJpeg()],
  ['image/png', locatedPng()],
  ['image/webp', locatedWebp()],
])('stores a photo (%s) without its location and serves it safely', async (type, picture) => {
  expect(picture.includes(CAMERA)).toBe(true);
  await add(picture);
  const [photo] = await photos();
  expect(photo).toMatchObject({ width: 16, height: 12, createdBy: estate.owner.userName });
  const response = await get(photo?.url ?? '');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-cache',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(photo?.size);
  for (const mark of [Buffer.from(CAMERA), Buffer.from([0x25, 0x88, 4, 0]), Buffer.from('GPSLatitude')]) {
    expect(bytes.includes(mark)).toBe(false);
  }
  expect((await get(photo?.thumbnailUrl ?? '')).headers.get('content-type')).toBe('image/png');
});

test('refuses files that are no pictures, whatever they are called, and those that are too large', async () => {
  const refused = ERRORS.fileTypeRefused.code;
  expect(await refusal(Buffer.from('<svg onload="alert(1)"/>'))).toBe(refused);
  expect(await refusal(Buffer.from('GIF89a'))).toBe(refused);
  expect(await refusal(JPEG.subarray(0, 40))).toBe(refused);
  expect(await refusal(Buffer.concat([JPEG.subarray(0, 3), Buffer.from('<script>alert(1)</script>')]))).toBe(
    refused,
  );
  expect(await refusal(Buffer.alloc(PHOTO_LIMITS.maxBytes + 1))).toBe(ERRORS.payloadTooLarge.code);
  expect(await storedFiles()).toEqual([]);
});

test('only people who see the device see its photos', async () => {
  await add();
  const [photo] = await photos();
  const elsewhere = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.bar] });
  const observer = await buildMember(server, estate.owner, 'siteObserver', { siteIds: [estate.lobby] });
  const stranger = await buildEstate(server);
  for (const url of [photo?.url ?? '', photo?.thumbnailUrl ?? '']) {
    expect((await get(url, observer)).status).toBe(200);
    expect((await get(url, elsewhere)).status).toBe(404);
    expect((await get(url, stranger.owner)).status).toBe(404);
    expect((await fetch(`${server.url}${url}`)).status).toBe(404);
  }
  for (const as of [{ as: elsewhere.token }, stranger.as]) {
    expectFailure(await server.call('listDevicePhotos', { deviceUUID }, as), 'notFound');
    const photoUUID = photo?.photoUUID ?? '';
    expectFailure(await server.call('deleteDevicePhoto', { photoUUID }, as), 'notFound');
  }
  const input = { photoUUID: photo?.photoUUID ?? '' };
  expectFailure(await server.call('deleteDevicePhoto', input, { as: observer.token }), 'permissionDenied');
  expectSuccess(
    await server.call('moveDevices', { deviceUUIDs: [deviceUUID], siteUUID: estate.bar }, estate.as),
  );
  expect((await get(photo?.url ?? '', observer)).status).toBe(404);
  expect((await get(photo?.url ?? '', elsewhere)).status).toBe(200);
});

test('a photo is made of own uploads that belong to no other photo', async () => {
  const operator = await buildMember(server, estate.owner, 'siteOperator', { siteIds: [estate.lobby] });
  const [own, thumbnail, wide] = await Promise.all([store(JPEG), store(png(16, 12)), store(png(500, 10))]);
  const other = await store(LOSSY_WEBP, operator);
  const adding = (fileUUID: string, thumbnailUUID: string) =>
    server.call('addDevicePhoto', { deviceUUID, fileUUID, thumbnailUUID }, estate.as);
  expectFailure(await adding(other, thumbnail), 'notFound');
  expectFailure(await adding(own, own), 'invalidInput');
  expectFailure(await adding(own, wide), 'invalidInput');
  expect((await get(`/files/${own}`)).status).toBe(404);
  expectSuccess(await adding(own, thumbnail));
  expectFailure(await adding(own, await store(png(16, 12))), 'notFound');
  expectFailure(await adding(await store(JPEG), own), 'notFound');
  expect(await photos()).toHaveLength(1);
});

test('a device has a limited number of photos, also with concurrent calls', async () => {
  const uploads: { deviceUUID: string; fileUUID: string; thumbnailUUID: string }[] = [];
  for (let nth = 0; nth < PHOTO_LIMITS.perDeviceMax + 2; nth += 1) {
    uploads.push({ deviceUUID, fileUUID: await store(JPEG), thumbnailUUID: await store(png(16, 12)) });
  }
  const answers = await Promise.all(uploads.map((input) => server.call('addDevicePhoto', input, estate.as)));
  const refused = answers.filter(({ code }) => code === ERRORS.tooManyPhotos.code);
  expect([refused.length, (await photos()).length]).toEqual([2, PHOTO_LIMITS.perDeviceMax]);
});

test('a deleted photo is gone with its files, and recorded', async () => {
  const photoUUID = await add();
  const [photo] = await photos();
  expectSuccess(await server.call('deleteDevicePhoto', { photoUUID }, estate.as));
  expect(await photos()).toEqual([]);
  expect((await get(photo?.url ?? '')).status).toBe(404);
  expect(await storedFiles()).toEqual([]);
  const { rows } = (await server.call('listOperations', {}, estate.as)).data;
  const logged = rows.filter(({ call }) => call.endsWith('DevicePhoto'));
  expect(logged.map(({ call, objects }) => [call, objects[0]?.changes[0]])).toMatchObject([
    ['deleteDevicePhoto', { field: 'photo', from: '16 × 12', to: null }],
    ['addDevicePhoto', { field: 'photo', from: null, to: '16 × 12' }],
  ]);
});

test('photos of a deleted device are unreachable at once, and their files are deleted by the job', async () => {
  await add();
  const [photo] = await photos();
  const [kept] = await buildDevices(server, estate.owner, [{ siteId: estate.lobby }]);
  const input = { fileUUID: await store(JPEG), thumbnailUUID: await store(png(16, 12)) };
  await server.call('addDevicePhoto', { deviceUUID: kept?.id ?? '', ...input }, estate.as);
  expectSuccess(await server.call('deleteDevices', { deviceUUIDs: [deviceUUID] }, estate.as));
  expect((await get(photo?.url ?? '')).status).toBe(404);
  const job = forgetLoosePhotos(server.platform);
  await job.run();
  // They may have been uploaded for a photo that is added just now.
  expect(await storedFiles()).toHaveLength(4);
  await server.platform.database.asSystem((tx) =>
    tx.run(sql`
      update stored_file set created_at = ${new Date(server.platform.now().getTime() - HOUR - 1_000)}
      where tenant_id = ${estate.owner.tenant}`),
  );
  await job.run();
  expect((await storedFiles()).map(({ id }) => id).toSorted()).toEqual(Object.values(input).toSorted());
});
