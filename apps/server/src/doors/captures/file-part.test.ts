import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { boundaryOf, filePart } from './file-part.ts';

const MAX = 100_000;
const FILE = Buffer.from('\r\n--not the end\r\n-\r\n--\r\r\n-- b\r\nbytes\r\n');
const FIELD = '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\n903cb3bb1da8\r\n';
const START =
  '--b\r\nContent-Disposition: form-data; name="data"; filename="x.pcap"\r\nContent-Type: a/b\r\n\r\n';

function form(...parts: (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

/** The same bytes in chunks of a size. */
function inPieces(bytes: Buffer, size: number): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return Readable.from(pieces);
}

function read(bytes: Buffer, size = bytes.length, max = MAX): Promise<Buffer> {
  return buffer(filePart(inPieces(bytes, size), 'b', max));
}

const WHOLE = form(FIELD, START, FILE, '\r\n--b--\r\n');

test.each([1, 2, 3, 7, 64, 10_000])('returns the file unchanged, in chunks of %i bytes', async (size) => {
  expect(await read(WHOLE, size)).toEqual(FILE);
});

test('returns only the first file', async () => {
  expect(await read(form(START, 'one', '\r\n', START, 'two', '\r\n', FIELD, '--b--'))).toEqual(
    Buffer.from('one'),
  );
});

test('accepts an empty file', async () => {
  expect(await read(form(START, '\r\n--b--'))).toEqual(Buffer.alloc(0));
});

describe('refused is', () => {
  test.each([
    ['nothing', form('')],
    ['no form', form('bytes and more bytes')],
    ['a form without a file', form(FIELD, '--b--\r\n')],
    ['a form that breaks off in the file', form(START, 'bytes')],
    ['a form that breaks off in its headers', form('--b\r\ncontent-disposition: form-data; filename=')],
    ['headers without end', form('--b\r\n', 'x'.repeat(20_000))],
    ['a delimiter that goes on', form('--bb\r\n')],
  ])('%s', async (_, bytes) => {
    for (const size of [1, 1000]) {
      await expect(read(bytes, size)).rejects.toThrow('malformedRequest');
    }
  });

  test('a body that does not end, at any position', async () => {
    for (const bytes of [
      form(WHOLE, 'x'.repeat(2_000)),
      form('x'.repeat(2_000)),
      form(START, 'x'.repeat(2_000)),
    ]) {
      await expect(read(bytes, 100, 1_000)).rejects.toThrow('payloadTooLarge');
    }
  });
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; boundary="a b:c"; charset=x', 'a b:c'],
  ['multipart/form-data', null],
  ['multipart/form-data; boundary=', null],
  [`multipart/form-data; boundary="${'x'.repeat(71)}"`, null],
  [undefined, null],
])('the boundary of %s', (contentType, boundary) => {
  expect(boundaryOf(contentType)).toBe(boundary);
});
