import smpp from 'smpp';

/** The capacity of one SMS, in the alphabet's own units, alone and as a part of several. */
const GSM = { coding: 0, single: 160, part: 153 } as const;
const UCS2 = { coding: 8, single: 140, part: 134 } as const;

const GSM_ESCAPE = 0x1b;
const PARTS_MAX = 255;

export interface SmsParts {
  /** The `data_coding` of the parts: 0 is the default alphabet (GSM 03.38), 8 is UCS-2. */
  readonly coding: number;
  readonly parts: readonly Buffer[];
}

/** Encodes a text in the smallest alphabet that contains it and splits it between characters. */
export function smsParts(text: string): SmsParts {
  const gsm = smpp.encodings.ASCII.match(text);
  const bytes = gsm ? smpp.encodings.ASCII.encode(text) : Buffer.from(text, 'utf16le').swap16();
  const { coding, single, part } = gsm ? GSM : UCS2;
  if (bytes.length <= single) return { coding, parts: [bytes] };
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(from + part, bytes.length);
    const cut = to < bytes.length && tears(bytes, to, gsm) ? to - (gsm ? 1 : 2) : to;
    parts.push(bytes.subarray(from, cut));
    from = cut;
  }
  if (parts.length > PARTS_MAX) throw new RangeError('A text message of more than 255 parts');
  return { coding, parts };
}

/** Whether a split here would separate an escape from its character, or the halves of a surrogate pair. */
function tears(bytes: Buffer, cut: number, gsm: boolean): boolean {
  if (gsm) return bytes[cut - 1] === GSM_ESCAPE;
  const unit = bytes.readUInt16BE(cut - 2);
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The header by which a phone reassembles the parts of one message. */
export function partHeader(reference: number, total: number, index: number): Buffer {
  return Buffer.from([0x05, 0x00, 0x03, reference & 0xff, total, index + 1]);
}
