import { callTable } from '@airloom/contract/all-calls';
import { API_BASE, type Call, CLIENT_HEADER, requiredGrant } from '@airloom/contract/call';
import { ERRORS } from '@airloom/contract/errors';
import { z } from 'zod';
import type { HttpServer } from '../../platform/http/server.ts';

/** The contract as an OpenAPI document: nothing here is written twice. */
export function openApiDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries(callTable)) {
    const path = `${API_BASE}${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Airloom', version, license: { name: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'airloom_token' },
      },
    },
    'x-error-codes': Object.fromEntries(
      Object.entries(ERRORS).map(([key, { code, http }]) => [key, { code, http }]),
    ),
  };
}

function operation(name: string, call: Call): object {
  const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
  const grant = requiredGrant(call);
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    ...(call.access === 'public' ? {} : { security: [{ token: [] }, { cookie: [] }] }),
    ...(grant === null ? {} : { 'x-permission': grant }),
    ...(call.method === 'GET'
      ? { parameters: queryParameters(input) }
      : {
          parameters: [
            {
              name: CLIENT_HEADER,
              in: 'header',
              required: false,
              description: 'Needed unless a bearer token is sent',
              schema: { type: 'string' },
            },
          ],
          requestBody: { content: { 'application/json': { schema: input } } },
        }),
    responses: {
      200: {
        description: 'The envelope; code 0, 2 and 15 mean success',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                code: { type: 'integer' },
                msg: { type: 'string' },
                data: z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' }),
              },
            },
          },
        },
      },
    },
  };
}

function queryParameters(schema: z.core.JSONSchema.BaseSchema): object[] {
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
}
