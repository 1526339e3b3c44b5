import { type CallName, callTable } from '@airloom/contract/all-calls';
import { API_BASE, type Call, CLIENT_HEADER, requiredGrant, SCREEN_HEADER } from '@airloom/contract/call';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type CurrentCall, runInCall } from '../current-call.ts';
import { requireDeviceClass } from '../device-classes.ts';
import { Failure } from '../failure.ts';
import { bearerToken } from './bearer.ts';
import { type CallLimits, CallsInFlight, callLimits, PUBLIC, PUBLIC_CALL_LIMITS } from './calls-in-flight.ts';
import {
  type Authenticated,
  type Authenticator,
  type PublicContext,
  type ScreenAuthenticator,
  SESSION_COOKIE,
  type SignedInContext,
  screenCookie,
} from './context.ts';
import { success } from './envelope.ts';
import type { Handlers } from './handlers.ts';
import { invalidInput } from './invalid-input.ts';
import { type Answered, type RepeatedCalls, repeatKeyOf } from './repeated-calls.ts';
import { type ResponseEffects, requestInfo } from './request-info.ts';
import type { HttpServer } from './server.ts';

type AnyHandler = (input: unknown, context: PublicContext | SignedInContext) => Promise<unknown>;

export interface Authenticators {
  readonly authenticator: Authenticator;
  readonly screens: ScreenAuthenticator;
}

interface Mounted {
  readonly name: CallName;
  readonly call: Call;
  readonly handler: AnyHandler;
  readonly authenticators: Authenticators;
  readonly repeats: Pick<RepeatedCalls, 'run'>;
  readonly inFlight: CallsInFlight;
  readonly limitsOf: (who: { readonly demo: boolean }) => CallLimits;
}

/** Mounts every call of the contract behind its checks: session, access, schema, calls in flight; then its handler. */
export function mountCalls(
  app: HttpServer,
  handlers: Handlers,
  authenticators: Authenticators,
  repeats: Mounted['repeats'],
  limitsOf: Mounted['limitsOf'] = callLimits,
): void {
  const inFlight = new CallsInFlight();
  for (const [name, call] of Object.entries(callTable)) {
    if (!isCallName(name)) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its input is the output of the call's schema
    const handler = handlers[name] as AnyHandler | undefined;
    if (handler === undefined) throw new Error(`Call ${name} has no handler`);
    app.route({
      method: call.method,
      url: `${API_BASE}${call.path}`,
      handler: async (request, reply) =>
        answer({ name, call, handler, authenticators, repeats, inFlight, limitsOf }, request, reply),
    });
  }
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(callTable, name);
}

async function answer(mounted: Mounted, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { name, call, handler, inFlight } = mounted;
  const bearer = bearerToken(request.headers);
  if (call.method !== 'GET' && bearer === undefined && request.headers[CLIENT_HEADER] === undefined) {
    throw new Failure('clientHeaderMissing');
  }
  const effects: ResponseEffects = { cookies: false };
  const info = requestInfo(name, request, reply, effects);
  const parsed = (): unknown =>
    parse(call.input, call.method === 'GET' ? request.query : (request.body ?? {}));
  if (call.access === 'public') {
    const input = parsed();
    const caller = { tenant: PUBLIC, session: info.address, isSearch: false, response: reply.raw };
    const data = await inFlight.run({ ...caller, limits: PUBLIC_CALL_LIMITS }, () =>
      runInCall(workOf(call, PUBLIC_CALL_LIMITS, PUBLIC), () => handler(input, { request: info })),
    );
    return reply.send(success(data, effects.successCode));
  }
  const { who, token } = await authenticated(mounted.authenticators, request, bearer);
  info.speakTo(who.language);
  admit(call, who);
  const input = parsed();
  const limits = mounted.limitsOf(who.scope);
  const context: SignedInContext = {
    request: info,
    scope: { ...who.scope, origin: { address: info.address, call: name, requestId: info.id } },
    sessionId: who.sessionId,
  };
  const handle = async (): Promise<Answered> => {
    const done = await handler(input, context);
    return { data: done, code: effects.successCode };
  };
  const key = call.effect === 'write' ? repeatKeyOf(request.headers) : undefined;
  const work = (): Promise<Answered> =>
    key === undefined
      ? handle()
      : mounted.repeats.run(who.scope, { key, name, body: request.body }, handle, () => !effects.cookies);
  const { data, code } = await inFlight.run(
    {
      tenant: who.scope.tenant,
      session: token,
      isSearch: isSearch(input),
      limits,
      response: reply.raw,
    },
    () => runInCall(workOf(call, limits, who.scope.tenant), work),
  );
  return reply.send(success(data, code));
}

/** A request that names a big screen link is authenticated by the link only, also if somebody is signed in. */
async function authenticated(
  { authenticator, screens }: Authenticators,
  request: FastifyRequest,
  bearer: string | undefined,
): Promise<{ who: Authenticated; token: string }> {
  const linkId = request.headers[SCREEN_HEADER];
  if (typeof linkId === 'string') {
    const token = request.cookies[screenCookie(linkId)] ?? '';
    return { who: await screens.authenticate({ linkId, token, address: request.ip }), token };
  }
  const token = bearer ?? request.cookies[SESSION_COOKIE] ?? '';
  if (token === '') throw new Failure('tokenTimeout');
  return { who: await authenticator.authenticate(token), token };
}

function workOf(call: Call, limits: CallLimits, account: string): CurrentCall {
  return { account, statementMaxMs: call.effect === 'read' ? limits.readStatementMaxMs : null };
}

function isSearch(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'search' in input && input.search !== '';
}

function admit(call: Call, who: Authenticated): void {
  if (who.screen !== undefined && call.screens !== true) throw new Failure('permissionDenied');
  const grant = requiredGrant(call);
  if (grant !== null && !who.scope.grants.has(grant))
    throw new Failure('permissionDenied', {}, { missing: grant });
  if (call.ofDevices) requireDeviceClass(who.scope);
  if (who.scope.demo && call.demo !== true) throw new Failure('demoReadOnly');
  if (who.sessionId === null && call.apiKeys !== true) throw new Failure('permissionDenied');
}

function parse(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error.issues);
  return parsed.data;
}
