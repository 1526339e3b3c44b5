import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Failure, invalidField } from '../../platform/failure.ts';
import { fileKind, isFileKind, type StoredFile, StoredFiles } from '../../platform/files/stored-files.ts';
import type { Authenticator } from '../../platform/http/context.ts';
import { success } from '../../platform/http/envelope.ts';
import { PATHS } from '../../platform/http/paths.ts';
import { type HttpServer, UPLOAD_TIME_MS } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { may } from '../../platform/scope.ts';
import { download } from './download.ts';
import { readingSession, writingSession } from './session.ts';
import { TakingIn } from './taking-in.ts';

/** Names of the files to fill in and import; no import takes one yet. */
const IMPORT_TEMPLATES: readonly string[] = [];

export const KIND_HEADER = 'x-file-kind';

/** Files by their id, uploads, and the templates of imports. */
export async function mountFiles(
  app: HttpServer,
  platform: Pick<Platform, 'database' | 'files'>,
  authenticator: Authenticator,
): Promise<void> {
  const files = new StoredFiles(platform.database, platform.files);
  const takingIn = new TakingIn();

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: `${PATHS.files}/:id`,
    handler: async (request, reply) => {
      const file = await visibleFile(files, request.params.id, request, authenticator);
      if (file === null) throw new Failure('notFound');
      return download(files, file, request, reply);
    },
  });

  app.get(PATHS.templates, async () => success(IMPORT_TEMPLATES));
  app.get(`${PATHS.templates}/:name`, async () => {
    throw new Failure('notFound');
  });

  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    // Not read before it is known who sends it and how much of it is allowed.
    uploads.addContentTypeParser(
      'application/octet-stream',
      async (_: FastifyRequest, body: Readable) => body,
    );

    uploads.post(PATHS.storage, { config: { bodyTimeMs: UPLOAD_TIME_MS } }, async (request) => {
      const who = await writingSession(request, authenticator);
      const kind = request.headers[KIND_HEADER];
      if (!isFileKind(kind)) throw invalidField(KIND_HEADER, 'validation.invalid');
      const { grant, maxBytes } = fileKind(kind);
      if (!may(who.scope, grant)) throw new Failure('permissionDenied', {}, { missing: grant });
      const { body } = request;
      if (!(body instanceof Readable)) throw new Failure('unsupportedMediaType');
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Failure('payloadTooLarge');
      const scope = { ...who.scope, origin: { address: request.ip, call: 'storage', requestId: request.id } };
      const { id, contentType, size } = await takingIn.run(scope.tenant, () =>
        files.store(scope, kind, body).catch((error: unknown) => {
          // Whoever stops sending half-way did nothing unexpected.
          throw body.readableAborted ? new Failure('malformedRequest') : error;
        }),
      );
      return success({ id, url: `${PATHS.files}/${id}`, contentType, size });
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
