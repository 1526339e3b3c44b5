import type { FastifyError } from 'fastify';
import { Failure } from '../failure.ts';

/** A declared failure unchanged, and refusals of Fastify as our failures; undefined for anything else. */
export function declaredFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  const { code = '', statusCode = 0 } = isFastifyError(error) ? error : {};
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('payloadTooLarge');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Failure('unsupportedMediaType');
  if (statusCode >= 400 && statusCode < 500) return new Failure('malformedRequest');
  return undefined;
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'code' in error && 'statusCode' in error;
}
