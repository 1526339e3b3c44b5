import { Readable } from 'node:stream';
import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import type { FastifyRequest } from 'fastify';
import type { Captures } from '../../domains/network/commands/index.ts';
import { Failure } from '../../platform/failure.ts';
import { success } from '../../platform/http/envelope.ts';
import { type HttpServer, UPLOAD_TIME_MS } from '../../platform/http/server.ts';
import { boundaryOf, filePart } from './file-part.ts';

export const CAPTURES_PATH = '/captures';

/** A form adds a few hundred bytes to the file itself. */
const BODY_MAX_BYTES = COMMAND_LIMITS.captureMaxBytes + 16 * 1024;

/** Uploads of packet captures by devices: authorized once by the token of a pending capture. */
export async function mountCaptures(app: HttpServer, captures: Captures): Promise<void> {
  await app.register(async (endpoint) => {
    endpoint.removeAllContentTypeParsers();
    // The body is not read before the capture is known to be pending.
    endpoint.addContentTypeParser('multipart/form-data', async (_: FastifyRequest, body: Readable) => body);
    endpoint.post<{ Params: { token: string } }>(
      `${CAPTURES_PATH}/:token`,
      { config: { bodyTimeMs: UPLOAD_TIME_MS } },
      async (request) => {
        const { body } = request;
        const boundary = boundaryOf(request.headers['content-type']);
        if (!(body instanceof Readable) || boundary === null) throw new Failure('unsupportedMediaType');
        if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES) {
          throw new Failure('payloadTooLarge');
        }
        const from = { address: request.ip, requestId: request.id };
        await captures
          .take(request.params.token, from, () => filePart(body, boundary, BODY_MAX_BYTES))
          .catch((error: unknown) => {
            throw body.readableAborted ? new Failure('malformedRequest') : error;
          });
        return success(null);
      },
    );
  });
}
