import type { ClientSample } from '@airloom/device-protocol/model';
import type { PacketCounters } from './packet-counters.ts';

/** One client in one report. Counters are those of its connection. */
export interface Sample extends PacketCounters {
  readonly signal: number | null;
  readonly downRateKbps: number | null;
  readonly rx: number;
  readonly tx: number;
}

/** Byte offsets: address, signal, rate in Mbit/s, bytes received, bytes sent, packets sent, retries. */
const AT = { mac: 0, signal: 6, rate: 7, rx: 9, tx: 15, packets: 21, retries: 26 } as const;
const RECORD_BYTES = 31;
const NO_SIGNAL = -128;
const NO_RATE = 65_535;
const [BYTES, PACKETS] = [6, 5];

/** Clamps a reported value to the range of its field. */
function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, Math.round(value)));
}

function address(mac: string): number | null {
  const digits = mac.replaceAll(':', '');
  return /^[0-9a-f]{12}$/.test(digits) ? Number.parseInt(digits, 16) : null;
}

/** All clients of a report as fixed-size records. */
export function packSamples(clients: Iterable<ClientSample>): Buffer {
  const known = [...clients].flatMap((client) => {
    const mac = address(client.mac);
    return mac === null ? [] : [{ mac, client }];
  });
  const packed = Buffer.alloc(known.length * RECORD_BYTES);
  known.forEach(({ mac, client: { wireless, traffic } }, index) => {
    const start = index * RECORD_BYTES;
    const count = (value: number, at: number, bytes: number) =>
      packed.writeUIntBE(within(value, 0, 2 ** (8 * bytes) - 1), start + at, bytes);
    const { signal = null, txRateKbps = null } = wireless ?? {};
    packed.writeUIntBE(mac, start + AT.mac, BYTES);
    packed.writeInt8(signal === null ? NO_SIGNAL : within(signal, NO_SIGNAL + 1, 0), start + AT.signal);
    packed.writeUInt16BE(
      txRateKbps === null ? NO_RATE : within(txRateKbps / 1_000, 0, NO_RATE - 1),
      start + AT.rate,
    );
    count(traffic.rxBytes, AT.rx, BYTES);
    count(traffic.txBytes, AT.tx, BYTES);
    count(wireless?.txPackets ?? 0, AT.packets, PACKETS);
    count(wireless?.txRetries ?? 0, AT.retries, PACKETS);
  });
  return packed;
}

/** The samples of these clients in a packed report, by address. */
export function samplesOf(packed: Buffer, macs: readonly string[]): ReadonlyMap<string, Sample> {
  const wanted = new Map(macs.map((mac) => [address(mac), mac]));
  const found = new Map<string, Sample>();
  for (let start = 0; start + RECORD_BYTES <= packed.length; start += RECORD_BYTES) {
    const mac = wanted.get(packed.readUIntBE(start + AT.mac, BYTES));
    if (mac !== undefined) found.set(mac, sampleAt(packed, start));
  }
  return found;
}

function sampleAt(packed: Buffer, start: number): Sample {
  const signal = packed.readInt8(start + AT.signal);
  const rate = packed.readUInt16BE(start + AT.rate);
  return {
    signal: signal === NO_SIGNAL ? null : signal,
    downRateKbps: rate === NO_RATE ? null : rate * 1_000,
    rx: packed.readUIntBE(start + AT.rx, BYTES),
    tx: packed.readUIntBE(start + AT.tx, BYTES),
    packets: packed.readUIntBE(start + AT.packets, PACKETS),
    retries: packed.readUIntBE(start + AT.retries, PACKETS),
  };
}
