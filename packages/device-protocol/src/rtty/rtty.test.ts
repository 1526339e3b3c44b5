import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { encodeFrame, FrameDecoder, RttyProtocolError } from './frame.ts';
import type { DeviceMessage, Dialect, Registration, ServerMessage } from './messages.ts';
import { decodeRegistration } from './registration.ts';
import { encodeForDevice, ServerMessageDecoder } from './to-device.ts';
import { DeviceMessageDecoder, encodeForServer } from './to-server.ts';

const SID = 'a1b2c3d4'.repeat(4);
const SID_HEX = Buffer.from(SID).toString('hex');

const legacyRegistration: Registration = {
  dialect: 'legacy',
  id: 'ap1',
  description: 'd',
  token: 't0k',
  heartbeatSeconds: null,
  group: null,
};
const modernRegistration: Registration = {
  dialect: 'modern',
  id: 'ap1',
  description: '',
  token: 't0k',
  heartbeatSeconds: 30,
  group: 'g',
};

const FROM_DEVICE: readonly (readonly [Dialect, DeviceMessage, string])[] = [
  ['legacy', { type: 'register', registration: legacyRegistration }, '00 000a 617031 00 64 00 74306b 00'],
  [
    'modern',
    { type: 'register', registration: modernRegistration },
    '00 0018 05 00 0001 1e 01 0003 617031 02 0000 03 0003 74306b 04 0001 67',
  ],
  ['legacy', { type: 'login', session: '7', code: 0 }, '01 0002 00 07'],
  ['modern', { type: 'login', session: SID, code: 2 }, `01 0021 ${SID_HEX} 02`],
  ['legacy', { type: 'data', session: '255', data: Buffer.from('hi') }, '03 0003 ff 6869'],
  ['modern', { type: 'data', session: SID, data: Buffer.from('hi') }, `03 0022 ${SID_HEX} 6869`],
  ['legacy', { type: 'logout', session: '7' }, '02 0001 07'],
  ['modern', { type: 'logout', session: SID }, `02 0020 ${SID_HEX}`],
  ['legacy', { type: 'heartbeat' }, '06 0000'],
  [
    'modern',
    { type: 'http', connection: Buffer.alloc(18, 9), data: Buffer.from('x') },
    `08 0013 ${'09'.repeat(18)} 78`,
  ],
  ['modern', { type: 'file', payload: Buffer.of(1, 2) }, '07 0002 0102'],
];

const FROM_SERVER: readonly (readonly [Dialect, ServerMessage, string])[] = [
  ['legacy', { type: 'registered', code: 0, message: 'OK' }, '00 0004 00 4f4b 00'],
  ['modern', { type: 'registered', code: 1, message: '' }, '00 0002 01 00'],
  ['legacy', { type: 'login', session: null }, '01 0000'],
  ['modern', { type: 'login', session: SID }, `01 0020 ${SID_HEX}`],
  ['legacy', { type: 'data', session: '1', data: Buffer.from('ls\n') }, '03 0004 01 6c730a'],
  ['legacy', { type: 'windowSize', session: '1', columns: 80, rows: 24 }, '04 0005 01 0050 0018'],
  ['modern', { type: 'windowSize', session: SID, columns: 300, rows: 24 }, `04 0024 ${SID_HEX} 012c 0018`],
  ['modern', { type: 'ack', session: SID, bytes: 4096 }, `09 0022 ${SID_HEX} 1000`],
  ['modern', { type: 'logout', session: SID }, `02 0020 ${SID_HEX}`],
  ['legacy', { type: 'heartbeat' }, '06 0000'],
  [
    'modern',
    {
      type: 'http',
      https: true,
      connection: Buffer.alloc(18, 7),
      address: '192.0.2.5',
      port: 8443,
      data: Buffer.from('G'),
    },
    `08 001a 01 ${'07'.repeat(18)} c0000205 20fb 47`,
  ],
  ['modern', { type: 'command', payload: Buffer.of(5) }, '05 0001 05'],
];

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex');
}

function registered(dialect: Dialect): DeviceMessageDecoder {
  const registration = dialect === 'legacy' ? legacyRegistration : modernRegistration;
  const decoder = new DeviceMessageDecoder();
  decoder.push(encodeForServer(dialect, { type: 'register', registration }));
  return decoder;
}

test.each(FROM_DEVICE)('a device of the %s dialect sends %j', (dialect, message, hex) => {
  const bytes = bytesOf(hex);
  expect(encodeForServer(dialect, message).toString('hex')).toBe(bytes.toString('hex'));
  const decoder = message.type === 'register' ? new DeviceMessageDecoder() : registered(dialect);
  expect(decoder.push(bytes)).toEqual([message]);
  expect(decoder.dialect).toBe(dialect);
});

test.each(FROM_SERVER)('a server sends in the %s dialect %j', (dialect, message, hex) => {
  const bytes = bytesOf(hex);
  expect(encodeForDevice(dialect, message).toString('hex')).toBe(bytes.toString('hex'));
  expect(new ServerMessageDecoder(dialect).push(bytes)).toEqual([message]);
});

const REFUSED: readonly (readonly [string, string])[] = [
  ['a type nobody knows', '0a 0000'],
  ['data before the registration', '03 0002 01 61'],
  ['an empty registration', '00 0000'],
  ['a later protocol', '00 0001 06'],
  ['a registration without its token', '00 0004 6100 6200'],
  ['half a field', '00 0005 05 01 0009 61'],
  ['a field without its length', '00 0002 05 01'],
  ['a registration without a name', '00 0004 05 03 0000'],
];

test.each(REFUSED)('%s is refused', (_, hex) => {
  expect(() => new DeviceMessageDecoder().push(bytesOf(hex))).toThrow(RttyProtocolError);
});

const REFUSED_LATER: readonly (readonly [Dialect, string, string])[] = [
  ['legacy', 'a second registration', '00 0006 6100 6200 6300'],
  ['legacy', 'a login without a session', '01 0001 00'],
  ['modern', 'data without its session', '03 0002 6161'],
  ['modern', 'a web message without its connection', '08 0003 010203'],
  ['legacy', 'a window size from a device', '04 0005 01 0050 0018'],
];

test.each(REFUSED_LATER)('in the %s dialect %s is refused', (dialect, _, hex) => {
  expect(() => registered(dialect).push(bytesOf(hex))).toThrow(RttyProtocolError);
});

test('refuses a registration with endless texts', () => {
  expect(() => decodeRegistration(Buffer.from(`${'a'.repeat(300)}\0\0\0`))).toThrow(RttyProtocolError);
});

test.each([
  ['modern', 'short'],
  ['legacy', '256'],
  ['legacy', 'x'],
] as const)('in the %s dialect there is no session %s', (dialect, session) => {
  expect(() => encodeForDevice(dialect, { type: 'logout', session })).toThrow(RttyProtocolError);
});

test('splits data that is longer than a message', () => {
  const data = Buffer.alloc(150_000, 1);
  const messages = new ServerMessageDecoder('modern').push(
    encodeForDevice('modern', { type: 'data', session: SID, data }),
  );
  expect(messages).toHaveLength(3);
  const got = messages.flatMap((message) => (message.type === 'data' ? [message.data] : []));
  expect(Buffer.concat(got).equals(data)).toBe(true);
});

const terminalData = fc.record({
  type: fc.constant('data' as const),
  session: fc.nat({ max: 255 }).map(String),
  data: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

test('reads a stream in one chunk, byte by byte, and in any chunks', () => {
  fc.assert(
    fc.property(fc.array(terminalData, { maxLength: 8 }), fc.array(fc.nat(3000)), (messages, cuts) => {
      const stream = Buffer.concat(messages.map((message) => encodeForServer('legacy', message)));
      const atOnce = registered('legacy').push(stream);
      expect(atOnce).toEqual(messages);
      const slow = registered('legacy');
      expect([...stream].flatMap((byte) => slow.push(Buffer.of(byte)))).toEqual(atOnce);
      const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].sort(
        (a, b) => a - b,
      );
      const cut = registered('legacy');
      const inPieces = places.flatMap((from, index) =>
        cut.push(stream.subarray(from, places[index + 1] ?? from)),
      );
      expect(inPieces).toEqual(atOnce);
    }),
  );
});

test('reads or refuses any bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom<Dialect>('legacy', 'modern'),
      (bytes, dialect) => {
        for (const decoder of [
          new DeviceMessageDecoder(),
          registered(dialect),
          new ServerMessageDecoder(dialect),
        ]) {
          try {
            decoder.push(Buffer.from(bytes));
          } catch (error) {
            expect(error).toBeInstanceOf(RttyProtocolError);
          }
        }
      },
    ),
  );
});

test('does not reassemble a long message for each single-byte chunk', () => {
  const frame = encodeFrame('data', Buffer.alloc(65_000, 1));
  const decoder = new FrameDecoder();
  const puttingTogether = vi.spyOn(Buffer, 'concat');
  const frames = [...frame].flatMap((byte) => decoder.push(Buffer.of(byte)));
  expect(frames).toHaveLength(1);
  expect(puttingTogether.mock.calls.length).toBeLessThanOrEqual(2);
  puttingTogether.mockRestore();
});
