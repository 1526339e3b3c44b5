import { allCalls } from '@airloom/contract/all-calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';

const methodsByPath = new Map<string, string[]>();
for (const { path, method } of Object.values(allCalls)) {
  methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
}

/** For requests without a route: the wrong method of an existing call, or no such call. */
export function refuseUnknown(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.replace(/\/?(\?.*)?$/s, '');
  const methods = methodsByPath.get(path);
  if (methods === undefined) throw new Failure('unknownCall');
  reply.header('allow', methods.join(', '));
  throw new Failure('methodNotAllowed');
}
