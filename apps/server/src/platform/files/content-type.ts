const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const PDF_START = Buffer.from('%PDF-');
const ZIP_START = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

/** Microseconds or nanoseconds, written by a machine of either byte order. */
const PCAP_STARTS = ['d4c3b2a1', 'a1b2c3d4', '4d3cb2a1', 'a1b23c4d'].map((hex) => Buffer.from(hex, 'hex'));
const PCAPNG_START = Buffer.from([0x0a, 0x0d, 0x0d, 0x0a]);

/** From the start of a file, enough to detect its type. */
export const CONTENT_START_BYTES = 16;

/** Types that are detected from bytes or written here; everything else is octet-stream. */
const CONTENT_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
  'application/zip',
  'application/vnd.tcpdump.pcap',
  'application/x-pcapng',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
] as const;

export type ContentType = (typeof CONTENT_TYPES)[number];

/** The type detected from the bytes. Types and names given by a client are ignored. */
export function contentTypeOf(bytes: Buffer): ContentType {
  if (isPng(bytes)) return 'image/png';
  if (startsWith(bytes, JPEG_START)) return 'image/jpeg';
  if (isWebp(bytes)) return 'image/webp';
  if (startsWith(bytes, PDF_START)) return 'application/pdf';
  if (startsWith(bytes, ZIP_START)) return 'application/zip';
  if (PCAP_STARTS.some((start) => startsWith(bytes, start))) return 'application/vnd.tcpdump.pcap';
  if (startsWith(bytes, PCAPNG_START)) return 'application/x-pcapng';
  return 'application/octet-stream';
}

export function isContentType(text: string): text is ContentType {
  return CONTENT_TYPES.some((type) => type === text);
}

/** The signature is always followed by the header chunk: four bytes of length, then its name. */
function isPng(bytes: Buffer): boolean {
  return startsWith(bytes, PNG_SIGNATURE) && bytes.toString('latin1', 12, 16) === 'IHDR';
}

/** `RIFF`, four bytes of length, `WEBP`. */
function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.length >= start.length && bytes.subarray(0, start.length).equals(start);
}
