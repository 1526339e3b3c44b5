import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrame } from './read-frame.ts';
import { AP_SERIAL, apStateParams, frameOf, methodFrame, switchStateParams } from './testing/frames.ts';

const METHODS = [
  'connect',
  'state',
  'telemetry',
  'event',
  'healthcheck',
  'log',
  'alarm',
  'rebootLog',
  'crashlog',
  'recovery',
  'wifiscan',
];

test('reads any bytes without an exception', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readFrame(Buffer.from(bytes))));
});

test('reads any JSON as a frame or parameters without an exception', () => {
  fc.assert(
    fc.property(fc.constantFrom(...METHODS), fc.jsonValue(), (method, value) => {
      readFrame(frameOf(value));
      readFrame(methodFrame(method, value));
      readFrame(frameOf({ id: 1, result: value }));
    }),
    { numRuns: 200 },
  );
});

/** Replaces one value of a valid frame at a time. */
function spoil(value: unknown, at: number, by: unknown): { value: unknown; left: number } {
  if (at === 0) return { value: by, left: -1 };
  if (typeof value !== 'object' || value === null) return { value, left: at - 1 };
  let left = at - 1;
  const entries = Object.entries(value).map(([key, held]): [string, unknown] => {
    if (left < 0) return [key, held];
    const spoiled = spoil(held, left, by);
    left = spoiled.left;
    return [key, spoiled.value];
  });
  return {
    value: Array.isArray(value) ? entries.map(([, held]) => held) : Object.fromEntries(entries),
    left,
  };
}

test('reads a valid report with any single value replaced without an exception', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(apStateParams, switchStateParams),
      fc.nat({ max: 200 }),
      fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(1e308, -1e308, '__proto__', 'x'.repeat(5000))),
      (params, at, by) => {
        const inbound = readFrame(methodFrame('state', spoil(params, at, by).value));
        expect(['reports', 'malformed']).toContain(inbound.kind);
      },
    ),
    { numRuns: 400 },
  );
});

function largestIn(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((largest, held) => Math.max(largest, largestIn(held)), 0);
}

test('every number of an accepted report can be stored', () => {
  const figures = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.nat({ max: 200 }), figures, (at, by) => {
      const inbound = readFrame(methodFrame('state', spoil(apStateParams, at, by).value));
      if (inbound.kind !== 'reports') return;
      expect(largestIn(inbound.reports)).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
    }),
    { numRuns: 300 },
  );
});

const MALFORMED: readonly (readonly [string, Buffer, string])[] = [
  ['half a character and nothing else', Buffer.from([0xc3]), 'notJson'],
  ['no JSON', Buffer.from('{"method":'), 'notJson'],
  ['nothing', Buffer.alloc(0), 'notJson'],
  ['a bare figure', Buffer.from('7'), 'badShape'],
  ['nesting of 65', Buffer.from('['.repeat(65) + ']'.repeat(65)), 'tooDeep'],
  ['nesting without an end', Buffer.from('{"a":'.repeat(100_000)), 'tooDeep'],
  ['no parameters', frameOf({ method: 'state' }), 'badShape'],
  ['no serial', methodFrame('state', { uuid: 1, state: {} }), 'badShape'],
  ['a serial that is none', methodFrame('state', { serial: 'me', uuid: 1, state: {} }), 'badShape'],
  ['no zlib', methodFrame('state', { compress_64: 'AAAA', compress_sz: 3 }), 'badCompression'],
  ['an id of its own making', frameOf({ id: 'x', result: { status: { error: 0 } } }), 'badShape'],
  ['an answer without a status', frameOf({ id: 1, result: {} }), 'badShape'],
  ['an unknown service', frameOf({ radius: 'other', data: '' }), 'badShape'],
];

test.each(MALFORMED)('%s is malformed', (_, frame, why) => {
  expect(readFrame(frame)).toEqual({ kind: 'malformed', why });
});

/** Replaces "@" by a GBK character: still JSON, no longer UTF-8. */
function withInvalidByte(frame: Buffer): Buffer {
  const at = frame.indexOf('@');
  return Buffer.concat([frame.subarray(0, at), Buffer.from([0xb2, 0xe9]), frame.subarray(at + 1)]);
}

test('keeps a scan whose SSID is not UTF-8', () => {
  const data = [{ bssid: '02:00:00:00:00:01', ssid: 'a@b', channel: 6, signal: -60 }];
  expect(readFrame(withInvalidByte(methodFrame('wifiscan', { serial: AP_SERIAL, data })))).toMatchObject({
    kind: 'scan',
    entries: [{ ssid: 'a\ufffd\ufffdb', channel: 6 }],
  });
});

test('keeps a compressed report whose host name is not UTF-8', () => {
  const plain = withInvalidByte(frameOf({ ...apStateParams, note: 'x@y' }));
  const packed = { compress_64: deflateSync(plain).toString('base64'), compress_sz: plain.length };
  expect(readFrame(methodFrame('state', packed))).toEqual(readFrame(methodFrame('state', apStateParams)));
});

test('accepts nesting of 64 and brackets within text', () => {
  expect(readFrame(Buffer.from('['.repeat(64) + ']'.repeat(64)))).toEqual({
    kind: 'malformed',
    why: 'badShape',
  });
  const frame = methodFrame('log', { serial: AP_SERIAL, log: `"\\${'['.repeat(500)}` });
  expect(readFrame(frame).kind).toBe('events');
});

test('refuses deep JSON inside compression', () => {
  const packed = deflateSync(`{"serial":"x","a":${'['.repeat(70)}${']'.repeat(70)}}`).toString('base64');
  expect(readFrame(methodFrame('state', { compress_64: packed, compress_sz: 1 }))).toEqual({
    kind: 'malformed',
    why: 'tooDeep',
  });
});

test('refuses a frame above the limit unread', () => {
  const frame = methodFrame('log', { serial: AP_SERIAL, log: 'x'.repeat(2000) });
  expect(readFrame(frame, { inflatedMaxBytes: 2000 })).toEqual({ kind: 'malformed', why: 'tooLarge' });
});

/** A stream of 256 MB made from one compressed megabyte, so that making it takes no memory either. */
function bomb(): string {
  const zlibHeader = Buffer.of(0x78, 0x9c);
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, 0x20), { finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([zlibHeader, ...Array.from({ length: 256 }, () => megabyte), end]).toString('base64');
}

test('refuses a zip bomb before it uses memory', () => {
  const frame = methodFrame('state', { compress_64: bomb(), compress_sz: 100 });
  const before = process.resourceUsage().maxRSS;
  expect(readFrame(frame)).toEqual({ kind: 'malformed', why: 'badCompression' });
  const grownKilobytes = process.resourceUsage().maxRSS - before;
  expect(grownKilobytes).toBeLessThan(64 * 1024);
});

function logged(text: string): string | null {
  const frame = Buffer.from(`{"method":"log","params":{"serial":"${AP_SERIAL}","log":"${text}"}}`);
  const inbound = readFrame(frame);
  const happening = inbound.kind === 'events' ? inbound.events[0]?.happening : undefined;
  return happening?.type === 'log' ? happening.text : null;
}

test('repairs texts that cannot be stored', () => {
  expect(logged('a\\u0000b')).toBe('ab');
  expect(logged('a\\ud800b')).toBe('a\uFFFDb');
  expect(logged('\\ud83d\\ude00')).toBe('\u{1F600}');
});

test('truncates long texts and lists', () => {
  const associations = Array.from({ length: 5000 }, (_, index) => ({
    station: `02aa0000${index.toString(16).padStart(4, '0')}`,
  }));
  const state = {
    radios: [{ phy: 'p' }],
    interfaces: [{ ssids: [{ ssid: 's'.repeat(999), phy: 'p', associations }] }],
  };
  const inbound = readFrame(methodFrame('state', { serial: AP_SERIAL, uuid: 1, state }));
  const report = inbound.kind === 'reports' ? inbound.reports[0] : undefined;
  expect(report?.clients).toHaveLength(4096);
  expect(report?.radios[0]?.clients).toBe(4096);
  expect(report?.clients[0]?.wireless?.ssid).toHaveLength(256);
});
