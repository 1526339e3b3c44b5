import { Readable } from 'node:stream';
import { LANGUAGES, type Language } from '@airloom/contract/languages';
import type { FastifyRequest } from 'fastify';
import { runInCall } from '../../platform/current-call.ts';
import { Failure, invalidField } from '../../platform/failure.ts';
import type { ContentType } from '../../platform/files/content-type.ts';
import { type FileKind, fileKind, isFileKind } from '../../platform/files/file-kinds.ts';
import { isMaker, type StoredFile, StoredFiles } from '../../platform/files/stored-files.ts';
import {
  CallsInFlight,
  DEMO_DOWNLOAD_LIMITS,
  DOWNLOAD_LIMITS,
  PUBLIC,
  PUBLIC_DOWNLOAD_LIMITS,
} from '../../platform/http/calls-in-flight.ts';
import type { Authenticated, Authenticator } from '../../platform/http/context.ts';
import { success } from '../../platform/http/envelope.ts';
import { PATHS } from '../../platform/http/paths.ts';
import { type HttpServer, UPLOAD_TIME_MS } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { may } from '../../platform/scope.ts';
import { download } from './download.ts';
import { readingSession, writingSession } from './session.ts';
import { TakingIn } from './upload-slots.ts';

/** A template for an import. */
export interface ImportTemplate {
  readonly name: string;
  readonly contentType: ContentType;
  content(language: Language): AsyncIterable<Buffer>;
}

/** For kinds of files that belong to something: whether the person sees it. */
export type FileOwners = Partial<
  Record<FileKind, (scope: Authenticated['scope'], file: StoredFile) => Promise<boolean>>
>;

export const KIND_HEADER = 'x-file-kind';

/** Downloads by id, uploads, and import templates. */
export async function mountFiles(
  app: HttpServer,
  platform: Pick<Platform, 'database' | 'files' | 'quotas'>,
  authenticator: Authenticator,
  templates: readonly ImportTemplate[],
  owners: FileOwners,
): Promise<void> {
  const files = new StoredFiles(platform);
  const takingIn = new TakingIn();
  const downloads = new CallsInFlight();

  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: `${PATHS.files}/:id`,
    handler: async (request, reply) => {
      const who = await readingSession(request, authenticator);
      const caller = { ...callerOf(who, request), isSearch: false, response: reply.raw };
      return downloads.run(caller, async () => {
        const call = { account: caller.tenant, statementMaxMs: caller.limits.readStatementMaxMs };
        const file = await runInCall(call, () => visibleFile(files, owners, request.params.id, who));
        if (file === null) throw new Failure('notFound');
        // Resolves when everything was sent, or the client has disconnected.
        return download(files, file, request, reply);
      });
    },
  });

  app.get(PATHS.templates, async () => success(templates.map(({ name }) => name)));
  app.get<{ Params: { name: string }; Querystring: { language?: string } }>(
    `${PATHS.templates}/:name`,
    async (request, reply) => {
      const template = templates.find(({ name }) => name === request.params.name);
      if (template === undefined) throw new Failure('notFound');
      // A link cannot send the language header; the query can.
      const language = LANGUAGES.find((one) => one === request.query.language) ?? request.language;
      return reply
        .header('content-type', template.contentType)
        .header('content-disposition', `attachment; filename="${template.name}"`)
        .send(Readable.from(template.content(language)));
    },
  );

  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    // The body is not read before the sender and the limit are known.
    uploads.addContentTypeParser(
      'application/octet-stream',
      async (_: FastifyRequest, body: Readable) => body,
    );

    uploads.post(PATHS.storage, { config: { bodyTimeMs: UPLOAD_TIME_MS } }, async (request) => {
      const who = await writingSession(request, authenticator);
      const kind = request.headers[KIND_HEADER];
      if (!isFileKind(kind)) throw invalidField(KIND_HEADER, 'validation.invalid');
      const { grant, maxBytes } = fileKind(kind);
      if (grant === null) throw invalidField(KIND_HEADER, 'validation.invalid');
      if (!may(who.scope, grant)) throw new Failure('permissionDenied', {}, { missing: grant });
      const { body } = request;
      if (!(body instanceof Readable)) throw new Failure('unsupportedMediaType');
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Failure('payloadTooLarge');
      const scope = { ...who.scope, origin: { address: request.ip, call: 'storage', requestId: request.id } };
      const { id, contentType, size } = await takingIn.run(scope.tenant, () =>
        files.store(scope, kind, body).catch((error: unknown) => {
          // A client that stops sending is no unexpected error.
          throw body.readableAborted ? new Failure('malformedRequest') : error;
        }),
      );
      return success({ id, url: `${PATHS.files}/${id}`, contentType, size });
    });
  });
}

/** The client of a download, and its limit of concurrent downloads. */
function callerOf(who: Authenticated | null, request: FastifyRequest) {
  if (who === null) return { tenant: PUBLIC, session: request.ip, limits: PUBLIC_DOWNLOAD_LIMITS };
  const { tenant, demo } = who.scope;
  return {
    tenant,
    session: who.sessionId ?? tenant,
    limits: demo ? DEMO_DOWNLOAD_LIMITS : DOWNLOAD_LIMITS,
  };
}

/** Private files exist only for sessions of the owning account. */
async function visibleFile(
  files: StoredFiles,
  owners: FileOwners,
  id: string,
  who: Authenticated | null,
): Promise<StoredFile | null> {
  const shown = await files.findPublic(id);
  if (shown !== null) return shown;
  const file = who === null ? null : await files.find(who.scope, id);
  if (who === null || file === null) return null;
  const { readGrant, ownersOnly } = fileKind(file.kind);
  if (ownersOnly && !isMaker(who.scope, file)) return null;
  if (readGrant !== null && !may(who.scope, readGrant)) return null;
  const sees = owners[file.kind];
  return sees === undefined || (await sees(who.scope, file)) ? file : null;
}
