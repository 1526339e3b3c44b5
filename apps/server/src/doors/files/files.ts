import { Readable } from 'node:stream';
import { API_BASE } from '@airloom/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure, invalidField } from '../../platform/failure.ts';
import { extensionOf } from '../../platform/files/content-type.ts';
import { fileKind, isFileKind, type StoredFile, StoredFiles } from '../../platform/files/stored-files.ts';
import type { Authenticator } from '../../platform/http/context.ts';
import { success } from '../../platform/http/envelope.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { may } from '../../platform/scope.ts';
import { readAtMost } from './read-at-most.ts';
import { readingSession, writingSession } from './session.ts';
import { TakingIn } from './taking-in.ts';

export const FILES_PATH = '/files';
export const STORAGE_PATH = `${API_BASE}/storage`;
export const TEMPLATES_PATH = '/templates';

/** Names of the files to fill in and import; no import takes one yet. */
const IMPORT_TEMPLATES: readonly string[] = [];

export const KIND_HEADER = 'x-file-kind';

/** Whatever a file holds, a browser that opens it by itself runs none of it. */
const NO_SCRIPTS = "sandbox; default-src 'none'";

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_EVERY_TIME = 'private, no-cache';

/** Files by their id, uploads, and the templates of imports. */
export async function mountFiles(
  app: HttpServer,
  platform: Pick<Platform, 'database' | 'files'>,
  authenticator: Authenticator,
): Promise<void> {
  const files = new StoredFiles(platform.database, platform.files);
  const takingIn = new TakingIn();

  app.get<{ Params: { id: string } }>(`${FILES_PATH}/:id`, async (request, reply) => {
    const file = await visibleFile(files, request.params.id, request, authenticator);
    if (file === null) throw new Failure('notFound');
    const etag = `"${file.sha256}"`;
    reply.headers({
      etag,
      'cache-control': file.shownPublicly ? FOREVER : ASK_EVERY_TIME,
      'content-security-policy': NO_SCRIPTS,
    });
    if (has(request.headers['if-none-match'], etag)) return reply.status(304).send();
    reply.header('content-type', file.contentType);
    if (file.kind !== 'image') downloadAs(reply, `${file.id}.${extensionOf(file.contentType)}`);
    return reply.send(await files.read(file));
  });

  app.get(TEMPLATES_PATH, async () => success(IMPORT_TEMPLATES));
  app.get(`${TEMPLATES_PATH}/:name`, async () => {
    throw new Failure('notFound');
  });

  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    // Not read before it is known who sends it and how much of it is allowed.
    uploads.addContentTypeParser(
      'application/octet-stream',
      async (_: FastifyRequest, body: Readable) => body,
    );

    uploads.post(STORAGE_PATH, async (request) => {
      const who = await writingSession(request, authenticator);
      const kind = request.headers[KIND_HEADER];
      if (!isFileKind(kind)) throw invalidField(KIND_HEADER, 'validation.invalid');
      const { grant, maxBytes } = fileKind(kind);
      if (!may(who.scope, grant)) throw new Failure('permissionDenied', {}, { missing: grant });
      const { body } = request;
      if (!(body instanceof Readable)) throw new Failure('unsupportedMediaType');
      const scope = { ...who.scope, origin: { address: request.ip, call: 'storage', requestId: request.id } };
      const { id, contentType, size } = await takingIn.run(kind, async () =>
        files.store(scope, kind, await readAtMost(body, maxBytes, declaredBytes(request))),
      );
      return success({ id, url: `${FILES_PATH}/${id}`, contentType, size });
    });
  });
}

/** Of what is private, only the owning account's sessions learn that it exists. */
async function visibleFile(
  files: StoredFiles,
  id: string,
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<StoredFile | null> {
  const shown = await files.findPublic(id);
  if (shown !== null) return shown;
  const who = await readingSession(request, authenticator);
  return who === null ? null : files.find(who.scope, id);
}

function declaredBytes(request: FastifyRequest): number | undefined {
  const length = request.headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Proxies that compress mark the tag as weak. */
function has(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function downloadAs(reply: FastifyReply, name: string): void {
  reply.header('content-disposition', `attachment; filename="${name}"`);
}
