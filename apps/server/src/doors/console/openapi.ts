import { callTable } from '@airloom/contract/all-calls';
import { API_BASE, type Call, CLIENT_HEADER, REPEAT_HEADER, requiredGrant } from '@airloom/contract/call';
import { failureData } from '@airloom/contract/envelope';
import { ERRORS, type ErrorKey } from '@airloom/contract/errors';
import { LIMITS } from '@airloom/contract/limits';
import { z } from 'zod';
import { FILE_KINDS } from '../../platform/files/file-kinds.ts';
import { SESSION_COOKIE } from '../../platform/http/context.ts';
import { PATHS } from '../../platform/http/paths.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { KIND_HEADER } from '../files/files.ts';
import { openApiPage, PAGE_POLICY } from './openapi-page.ts';

/** The contract as an OpenAPI document. */
export function openApiDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  const schemas: Record<string, object> = { [FAILURE]: envelopeOf(z.toJSONSchema(failureData)) };
  for (const [name, call] of Object.entries(callTable)) {
    const path = `${API_BASE}${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, schemas) };
  }
  paths[PATHS.storage] = { post: uploadOperation() };
  return {
    openapi: '3.1.0',
    info: { title: 'Airloom', version, license: { name: 'Apache-2.0' } },
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
      },
    },
    'x-error-codes': Object.fromEntries(
      Object.entries(ERRORS).map(([key, { code, http }]) => [key, { code, http }]),
    ),
  };
}

type Schema = z.core.JSONSchema.BaseSchema;

/** A part of the contract as JSON Schema, with references as OpenAPI expects them. */
function schemaOf(
  type: z.ZodType,
  io: 'input' | 'output',
  name: string,
  schemas: Record<string, object>,
): Schema {
  const made = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  const { $defs = {}, ...schema }: Schema = JSON.parse(
    JSON.stringify(made, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string'
        ? value.replace('#/$defs/', `#/components/schemas/${name}.`)
        : value,
    ),
  );
  for (const [key, definition] of Object.entries($defs)) schemas[`${name}.${key}`] = definition;
  return schema;
}

function operation(name: string, call: Call, schemas: Record<string, object>): object {
  const input = schemaOf(call.input, 'input', `${name}.input`, schemas);
  const grant = requiredGrant(call);
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    ...(call.access === 'public' ? {} : { security: [{ token: [] }, { cookie: [] }] }),
    ...(grant === null ? {} : { 'x-permission': grant }),
    ...(call.apiKeys === undefined ? {} : { 'x-api-keys': call.apiKeys }),
    ...(call.method === 'GET'
      ? { parameters: queryParameters(input) }
      : {
          parameters: takesRepeatKey(call) ? [CLIENT_PARAMETER, REPEAT_PARAMETER] : [CLIENT_PARAMETER],
          requestBody: { content: { 'application/json': { schema: input } } },
        }),
    responses: {
      ...answering(schemaOf(call.output, 'output', `${name}.output`, schemas)),
      ...Object.fromEntries(limitsOf(call)),
    },
  };
}

const CLIENT_PARAMETER = {
  name: CLIENT_HEADER,
  in: 'header',
  required: false,
  description: 'Needed unless a bearer token is sent',
  schema: { type: 'string' },
};

const REPEAT_PARAMETER = {
  name: REPEAT_HEADER,
  in: 'header',
  required: false,
  description:
    'A random text: a call sent again with it within ten minutes is not executed again, but answered as before',
  schema: { type: 'string', minLength: LIMITS.request.repeatKeyMin, maxLength: LIMITS.request.repeatKeyMax },
};

function takesRepeatKey({ access, effect }: Call): boolean {
  return access !== 'public' && effect === 'write';
}

function envelopeOf(data: Schema): object {
  return { type: 'object', properties: { code: { type: 'integer' }, msg: { type: 'string' }, data } };
}

function answering(data: Schema): object {
  return {
    200: {
      description: 'The envelope; code 0, 2 and 15 mean success',
      content: { 'application/json': { schema: envelopeOf(data) } },
    },
  };
}

const FAILURE = 'failure';

const LIMITS_REACHED = {
  tooManyCalls: 'Too many calls of the session or account at the same time; see Retry-After',
  databaseBusy: 'The server is busy; see Retry-After',
  readTimedOut: 'Reading took too long and was stopped',
} as const satisfies Partial<Record<ErrorKey, string>>;

/** Responses that any call may return, by HTTP status. */
function limitsOf({ access, effect }: Call): [number, object][] {
  const keys: (keyof typeof LIMITS_REACHED)[] = ['databaseBusy'];
  if (access !== 'public') keys.push('tooManyCalls');
  if (effect === 'read') keys.push('readTimedOut');
  return keys.map((key) => [
    ERRORS[key].http,
    {
      description: `${LIMITS_REACHED[key]} (code ${ERRORS[key].code})`,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${FAILURE}` } } },
    },
  ]);
}

/** Accepts raw bytes, and is the one call that is not in the contract. */
function uploadOperation(): object {
  const kinds = Object.entries(FILE_KINDS).filter(([, { grant }]) => grant !== null);
  return {
    operationId: 'storage',
    summary: 'Upload a file',
    tags: ['storage'],
    security: [{ token: [] }, { cookie: [] }],
    'x-permission-by-kind': Object.fromEntries(kinds.map(([kind, { grant }]) => [kind, grant])),
    parameters: [
      CLIENT_PARAMETER,
      {
        name: KIND_HEADER,
        in: 'header',
        required: true,
        description: kinds.map(([kind, { maxBytes }]) => `${kind}: up to ${maxBytes} bytes`).join('; '),
        schema: { type: 'string', enum: kinds.map(([kind]) => kind) },
      },
    ],
    requestBody: { content: { 'application/octet-stream': { schema: {} } } },
    responses: answering({
      type: 'object',
      properties: {
        id: { type: 'string' },
        url: { type: 'string' },
        contentType: { type: 'string' },
        size: { type: 'integer' },
      },
    }),
  };
}

function queryParameters(schema: Schema): object[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: property,
  }));
}

export function mountOpenApi(app: HttpServer, version: string): void {
  let body: string | undefined;
  app.get(`${API_BASE}/openapi.json`, async (_request, reply) => {
    body ??= JSON.stringify(openApiDocument(version));
    return reply.type('application/json').send(body);
  });
  let page: string | undefined;
  app.get(`${API_BASE}/docs`, async (_request, reply) => {
    page ??= openApiPage(version);
    return reply.header('content-security-policy', PAGE_POLICY).type('text/html; charset=utf-8').send(page);
  });
}
