import { Readable } from 'node:stream';
import { Failure } from '../../platform/failure.ts';

const HEADERS_MAX = 8 * 1024;
const HEADERS_END = '\r\n\r\n';
const IS_FILE = /^content-disposition:[^\r\n]*;\s*filename\*?=/im;

/** The boundary of a multipart body, as its content type names it. */
export function boundaryOf(contentType: string | undefined): string | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '') ?? [];
  return quoted ?? plain ?? null;
}

/**
 * The bytes of the first file in a multipart body, as they arrive; fails when the body ends too early, contains no
 * file or is too long.
 */
export function filePart(body: Readable, boundary: string, bodyMaxBytes: number): Readable {
  return Readable.from(fileBytes(body, boundary, bodyMaxBytes), { objectMode: false });
}

type Place = 'before' | 'delimiter' | 'headers' | 'file' | 'over';

async function* fileBytes(body: Readable, boundary: string, bodyMaxBytes: number): AsyncGenerator<Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line end before it.
  let rest: Buffer = Buffer.from('\r\n');
  let place: Place = 'before';
  let found = false;
  let size = 0;
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) throw new TypeError('A body comes in bytes');
    size += part.length;
    if (size > bodyMaxBytes) throw new Failure('payloadTooLarge');
    if (place === 'over') continue;
    rest = Buffer.concat([rest, part]);
    for (let going = true; going; ) {
      going = false;
      if (place === 'before' || place === 'file') {
        const end = rest.indexOf(delimiter);
        // A possible start of a delimiter is kept until the next bytes decide.
        const safe = end === -1 ? Math.max(0, rest.length - delimiter.length + 1) : end;
        if (place === 'file' && safe > 0) yield rest.subarray(0, safe);
        rest = rest.subarray(end === -1 ? safe : end + delimiter.length);
        if (end !== -1) {
          place = 'delimiter';
          going = true;
        }
      } else if (place === 'delimiter' && rest.length >= 2) {
        const ending = rest.toString('latin1', 0, 2);
        if (ending !== '\r\n' && ending !== '--') throw new Failure('malformedRequest');
        place = ending === '--' ? 'over' : 'headers';
        // The line end is kept: the empty line may follow directly.
        going = place === 'headers';
      } else if (place === 'headers') {
        const end = rest.indexOf(HEADERS_END);
        if (end > HEADERS_MAX || (end === -1 && rest.length > HEADERS_MAX))
          throw new Failure('malformedRequest');
        if (end !== -1) {
          const isFile: boolean = !found && IS_FILE.test(rest.toString('latin1', 0, end));
          found ||= isFile;
          place = isFile ? 'file' : 'before';
          rest = rest.subarray(end + HEADERS_END.length);
          going = true;
        }
      }
    }
  }
  if (!found || place !== 'over') throw new Failure('malformedRequest');
}
