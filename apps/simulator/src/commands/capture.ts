import type { Client } from '../simulation/client.ts';
import type { Node } from '../simulation/node.ts';

const MAGIC = 0xa1b2c3d4;
const ETHERNET = 1;
const SNAP_BYTES = 65_535;
const BROADCAST = 'ff:ff:ff:ff:ff:ff';
const UDP = 17;
const DNS_PORT = 53;

function macBytes(mac: string): Buffer {
  return Buffer.from(mac.replaceAll(':', ''), 'hex');
}

function ipBytes(ip: string): Buffer {
  return Buffer.from(ip.split('.').map(Number));
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

function arpQuestion(node: Node, ip: string): Buffer {
  return Buffer.concat([
    macBytes(BROADCAST),
    macBytes(node.mac),
    words(0x0806, 1, 0x0800, 0x0604, 1),
    macBytes(node.mac),
    ipBytes(node.ip),
    Buffer.alloc(6),
    ipBytes(ip),
  ]);
}

/** The checksum of an IPv4 header: the complement of the sum of its words. */
function checksum(header: Buffer): number {
  let sum = 0;
  for (let at = 0; at < header.length; at += 2) sum += header.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}

function nameQuestion(from: { mac: string; ip: string }, to: Node, id: number): Buffer {
  const labels = ['example', 'org'].map((label) =>
    Buffer.from(`${String.fromCharCode(label.length)}${label}`),
  );
  const question = Buffer.concat([words(id, 0x0100, 1, 0, 0, 0), ...labels, Buffer.of(0), words(1, 1)]);
  const udp = Buffer.concat([words(40_000 + (id % 1000), DNS_PORT, 8 + question.length, 0), question]);
  const header = Buffer.concat([
    words(0x4500, 20 + udp.length, id, 0x4000, (64 << 8) | UDP, 0),
    ipBytes(from.ip),
    ipBytes(to.ip),
  ]);
  header.writeUInt16BE(checksum(header), 10);
  return Buffer.concat([macBytes(to.mac), macBytes(from.mac), words(0x0800), header, udp]);
}

export interface CaptureOptions {
  readonly node: Node;
  readonly gateway: Node;
  readonly clients: readonly Client[];
  readonly from: number;
  readonly durationMs: number;
  readonly packets: number;
}

/** A pcap file with ARP and DNS queries. */
export function capture({ node, gateway, clients, from, durationMs, packets }: CaptureOptions): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(SNAP_BYTES, 16);
  header.writeUInt32LE(ETHERNET, 20);
  const records = Array.from({ length: packets }, (_, index) => {
    const client = clients[index % Math.max(1, clients.length)] ?? node;
    const frame = index % 3 === 0 ? arpQuestion(node, client.ip) : nameQuestion(client, gateway, index + 1);
    return packetRecord(frame, from + (durationMs * index) / Math.max(1, packets));
  });
  return Buffer.concat([header, ...records]);
}

function packetRecord(frame: Buffer, at: number): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(Math.floor(at / 1000), 0);
  head.writeUInt32LE(Math.floor((at % 1000) * 1000), 4);
  head.writeUInt32LE(frame.length, 8);
  head.writeUInt32LE(frame.length, 12);
  return Buffer.concat([head, frame]);
}
