import { CLIENT_HEADER } from '@airloom/contract/call';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import { bearerToken } from '../../platform/http/bearer.ts';
import { type Authenticated, type Authenticator, SESSION_COOKIE } from '../../platform/http/context.ts';
import { speakTo } from '../../platform/http/request-info.ts';

/** The session that may write; API keys and visitors of the demo may not. */
export async function writingSession(
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<Authenticated> {
  const bearer = bearerToken(request.headers);
  if (bearer === undefined && request.headers[CLIENT_HEADER] === undefined) {
    throw new Failure('clientHeaderMissing');
  }
  const token = bearer ?? request.cookies[SESSION_COOKIE];
  if (token === undefined || token === '') throw new Failure('tokenTimeout');
  const who = await authenticator.authenticate(token);
  speakTo(request, who.language);
  if (who.sessionId === null) throw new Failure('permissionDenied');
  if (who.scope.demo) throw new Failure('demoReadOnly');
  return who;
}

/** The session of the request, or null: an expired token counts as none. */
export async function readingSession(
  request: FastifyRequest,
  authenticator: Authenticator,
): Promise<Authenticated | null> {
  const token = bearerToken(request.headers) ?? request.cookies[SESSION_COOKIE];
  if (token === undefined || token === '') return null;
  try {
    const who = await authenticator.authenticate(token);
    return who.sessionId === null ? null : who;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
