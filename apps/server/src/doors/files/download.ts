import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import type { FileKind } from '../../platform/files/file-kinds.ts';
import type { StoredFile, StoredFiles } from '../../platform/files/stored-files.ts';
import { requestedRange } from './byte-range.ts';

/** Prevents browsers from running any content of a file. */
const NO_SCRIPTS = "sandbox; default-src 'none'";

/** Verified pictures; browsers save every other file. */
const SHOWN_IN_PAGES: readonly FileKind[] = ['image', 'devicePhoto'];

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_EVERY_TIME = 'private, no-cache';

/** Streams a file, or the requested range of it, from the store. */
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
  const range = unchanged(request, etag) ? requestedRange(request.headers.range, file.size) : null;
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
  // The file name is set by the page that links to it.
  if (!SHOWN_IN_PAGES.includes(file.kind)) reply.header('content-disposition', 'attachment');
  return reply.send(body);
}

/** Compressing proxies mark the ETag as weak. */
function isAmong(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Ranges are for GET only, and only while `If-Range` matches the file. */
function unchanged(request: FastifyRequest, etag: string): boolean {
  const { 'if-range': ifRange } = request.headers;
  return request.method === 'GET' && (ifRange === undefined || ifRange === etag);
}
