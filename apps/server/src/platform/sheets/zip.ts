import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its content is produced while it is written. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: archives of the same content are identical. */
const DATE = 0x0021;

/** A streamed archive, never whole in memory. */
export async function* zipped(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name: text, content } of entries) {
    const name = Buffer.from(text);
    const header = localHeader(name);
    yield header;
    const counted = { crc: 0, size: 0 };
    let packed = 0;
    for await (const chunk of deflated(content, counted)) {
      packed += chunk.length;
      yield chunk;
    }
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(DESCRIPTOR, 0);
    descriptor.writeUInt32LE(counted.crc, 4);
    descriptor.writeUInt32LE(packed, 8);
    descriptor.writeUInt32LE(counted.size, 12);
    yield descriptor;
    written.push({ name, packed, offset, ...counted });
    offset += header.length + packed + descriptor.length;
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  yield endOf(written.length, directory.length, offset);
}

async function* deflated(
  content: AsyncIterable<string>,
  counted: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const chunk = Buffer.from(text);
      counted.crc = crc32(chunk, counted.crc);
      counted.size += chunk.length;
      yield chunk;
    }
  }
  const packing = createDeflateRaw();
  // An error in the content destroys the packing stream, and so is thrown in the loop below.
  pipeline(Readable.from(bytes()), packing, () => undefined);
  for await (const chunk of packing) {
    if (Buffer.isBuffer(chunk)) yield chunk;
  }
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralHeader({ name, crc, packed, size, offset }: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

function endOf(count: number, directorySize: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}
