const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;
/** 1 is upright, which needs no mark. */
const TURNED = [2, 3, 4, 5, 6, 7, 8];

/** How the picture is turned or mirrored (2 to 8), from the content of an Exif segment; null when it is upright. */
export function orientationIn(content: Buffer): number | null {
  if (!content.subarray(0, EXIF.length).equals(EXIF)) return null;
  const tiff = content.subarray(EXIF.length);
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = short(directory);
  for (let nth = 0; nth < entries; nth += 1) {
    const entry = directory + 2 + nth * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.length) return null;
    if (short(entry) !== ORIENTATION || short(entry + 2) !== SHORT) continue;
    const value = short(entry + 8);
    return TURNED.includes(value) ? value : null;
  }
  return null;
}

/** Content of an Exif segment with nothing but the orientation. */
export function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return Buffer.concat([EXIF, tiff]);
}
