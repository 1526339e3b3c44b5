import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, RawServerDefault } from 'fastify';
import type { Logger } from 'pino';
import { Failure } from '../failure.ts';

/** More than any call nests. */
const DEPTH_MAX = 64;

/** Refuses JSON that is nested too deeply, before it is parsed. */
export function limitJsonDepth(
  app: FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, Logger>,
): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isTooDeep(body)) done(new Failure('malformedRequest'));
    else void parse(request, body, done);
  });
}

/** Brackets within strings do not count. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isInText = false;
  // In one pass: a regular expression for strings would restart at every quote of an unterminated one.
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') isInText = !isInText;
    else if (isInText && character === '\\') at += 1;
    else if (isInText) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > DEPTH_MAX) return true;
  }
  return false;
}
