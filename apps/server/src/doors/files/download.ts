import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import type { StoredFile, StoredFiles } from '../../platform/files/stored-files.ts';
import { askedRange } from './byte-range.ts';

/** Whatever a file holds, a browser that opens it by itself runs none of it. */
const NO_SCRIPTS = "sandbox; default-src 'none'";

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_EVERY_TIME = 'private, no-cache';

/** Sends a file, or the part of it that is asked for, as it comes out of the store. */
export async function download(
  files: StoredFiles,
  file: StoredFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`;
  const known = {
    etag,
    'cache-control': file.shownPublicly ? FOREVER : ASK_EVERY_TIME,
    'content-security-policy': NO_SCRIPTS,
  };
  if (isAmong(request.headers['if-none-match'], etag)) return reply.status(304).headers(known).send();
  const range = unchanged(request, etag) ? askedRange(request.headers.range, file.size) : null;
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.size}`);
    throw new Failure('rangeNotSatisfiable');
  }
  const body = request.method === 'HEAD' ? null : await files.read(file, range ?? undefined);
  reply.headers({
    ...known,
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    'content-length': range === null ? file.size : range.last - range.first + 1,
  });
  if (range !== null) {
    reply.status(206).header('content-range', `bytes ${range.first}-${range.last}/${file.size}`);
  }
  // The page it is fetched from says what it is called.
  if (file.kind !== 'image') reply.header('content-disposition', 'attachment');
  return reply.send(body);
}

/** Proxies that compress mark the tag as weak. */
function isAmong(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Parts are for reading only, and of the very file whose other parts the reader has. */
function unchanged(request: FastifyRequest, etag: string): boolean {
  const { 'if-range': ifRange } = request.headers;
  return request.method === 'GET' && (ifRange === undefined || ifRange === etag);
}
