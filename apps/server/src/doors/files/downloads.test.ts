import { createHash, randomBytes } from 'node:crypto';
import type { Envelope } from '@airloom/contract/envelope';
import { ERRORS } from '@airloom/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3StandIn } from '../../platform/files/testing/s3-stand-in.ts';
import { buildAccount, type Person } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe.each(['a folder', 'an S3 store'])('files in %s', (place) => {
  const FIRMWARE = randomBytes(300_000);
  const credentials = { region: 'eu-west-1', accessKeyId: 'AKIATESTKEY', secretAccessKey: 'secret' };
  let s3: S3StandIn;
  let console: TestServer;
  let owner: Person;
  let firmware: { id: string; url: string };

  beforeAll(async () => {
    s3 = await S3StandIn.start(credentials);
    console = await startTestServer(
      place === 'a folder'
        ? {}
        : {
            S3_ENDPOINT: s3.endpoint,
            S3_BUCKET: 'files',
            S3_REGION: credentials.region,
            S3_ACCESS_KEY_ID: credentials.accessKeyId,
            S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
          },
    );
    owner = await buildAccount(console);
    const uploaded = await fetch(`${console.url}/api/v1/storage`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        authorization: `Bearer ${owner.token}`,
        'x-file-kind': 'firmware',
      },
      body: FIRMWARE,
    });
    firmware = JSON.parse(await uploaded.text()).data;
  });
  afterAll(async () => {
    await console.stop();
    await s3.stop();
  });

  function fetchFirmware(headers: Readonly<Record<string, string>> = {}, method = 'GET') {
    const session = { authorization: `Bearer ${owner.token}` };
    return fetch(`${console.url}${firmware.url}`, { method, headers: { ...session, ...headers } });
  }

  async function part(headers: Readonly<Record<string, string>>, method = 'GET') {
    const response = await fetchFirmware(headers, method);
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      length: response.headers.get('content-length'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  }

  const whole = { status: 200, range: null, length: '300000', bytes: FIRMWARE };

  it('are stored there', () => {
    const object = { bytes: FIRMWARE, contentType: 'application/octet-stream' };
    expect(s3.objects.get(`/files/${firmware.id}`)).toEqual(place === 'a folder' ? undefined : object);
  });

  it('are sent whole, with their length and Accept-Ranges', async () => {
    expect(await part({})).toEqual(whole);
    const { headers } = await fetchFirmware({}, 'HEAD');
    expect(Object.fromEntries(headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '300000',
      etag: `"${createHash('sha256').update(FIRMWARE).digest('hex')}"`,
    });
    expect(await part({ range: 'bytes=0-9' }, 'HEAD')).toEqual({ ...whole, bytes: Buffer.alloc(0) });
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=150000-', 150_000, 299_999],
    ['bytes=-10', 299_990, 299_999],
    ['bytes=299000-9999999', 299_000, 299_999],
  ])('are sent in part: %s', async (range, first, last) => {
    expect(await part({ range })).toEqual({
      status: 206,
      range: `bytes ${first}-${last}/300000`,
      length: String(last - first + 1),
      bytes: FIRMWARE.subarray(first, last + 1),
    });
  });

  it('are sent in part only while If-Range matches', async () => {
    const etag = (await fetchFirmware({}, 'HEAD')).headers.get('etag') ?? '';
    expect(await part({ range: 'bytes=0-9', 'if-range': etag })).toMatchObject({ status: 206 });
    for (const other of ['"other"', `W/${etag}`, 'Sun, 01 Mar 2026 12:00:00 GMT']) {
      expect(await part({ range: 'bytes=0-9', 'if-range': other })).toEqual(whole);
    }
    expect(await part({ range: 'bytes=0-9', 'if-none-match': etag })).toMatchObject({ status: 304 });
  });

  it('return 416 for a range behind their end', async () => {
    const response = await fetchFirmware({ range: 'bytes=300000-' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-range': 'bytes */300000',
      'cache-control': 'no-store',
    });
    const body: Envelope = JSON.parse(await response.text());
    expect([response.status, body.code]).toEqual([416, ERRORS.rangeNotSatisfiable.code]);
  });
});
