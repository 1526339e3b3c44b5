const FIRST = 0xe000;
const STAND_INS = /[\uE000-\uE0FF]/;

/** Text that is not UTF-8: each byte is one private-use character until the frame is sent. */
export function rawBytes(hex: string): string {
  return [...Buffer.from(hex, 'hex')].map((byte) => String.fromCharCode(FIRST + byte)).join('');
}

/** The bytes of a frame on the wire; text without such characters remains a string. */
export function onTheWire(frame: string): string | Buffer {
  if (!STAND_INS.test(frame)) return frame;
  const parts = frame
    .split(/([\uE000-\uE0FF]+)/)
    .map((part, at) => (at % 2 === 0 ? Buffer.from(part) : bytesOf(part)));
  return Buffer.concat(parts);
}

function bytesOf(standIns: string): Buffer {
  return Buffer.from(Array.from({ length: standIns.length }, (_, at) => standIns.charCodeAt(at) - FIRST));
}
