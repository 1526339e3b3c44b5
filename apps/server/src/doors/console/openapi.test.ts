import { callTable } from '@airloom/contract/all-calls';
import { API_BASE, requiredGrant } from '@airloom/contract/call';
import { ERRORS } from '@airloom/contract/errors';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';
import { openApiPage } from './openapi-page.ts';

const schema = z.record(z.string(), z.unknown());
const content = z.partialRecord(
  z.enum(['application/json', 'application/octet-stream']),
  z.object({ schema }),
);
const media = z.object({ content });

/** The parts of the OpenAPI 3.1 schema that this document uses. */
const document = z.object({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({
    title: z.string().min(1),
    version: z.string().min(1),
    license: z.object({ name: z.string() }),
  }),
  paths: z.record(
    z.string().startsWith(`${API_BASE}/`),
    z.record(
      z.enum(['get', 'post', 'delete']),
      z
        .looseObject({
          operationId: z.string().min(1),
          summary: z.string().min(1),
          tags: z.array(z.string()),
          parameters: z.array(
            z.looseObject({
              name: z.string(),
              in: z.enum(['query', 'header']),
              required: z.boolean(),
              schema,
            }),
          ),
          requestBody: media.optional(),
          responses: z.record(z.string().regex(/^\d{3}$/), media.extend({ description: z.string().min(1) })),
          security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
        })
        .optional(),
    ),
  ),
  components: z.object({ securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })) }),
});

const parsed = document.parse(JSON.parse(JSON.stringify(openApiDocument('1.2.3'))));
const operations = Object.entries(parsed.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) =>
    operation === undefined ? [] : [{ path, method, operation }],
  ),
);

const UPLOAD = 'storage';
const calls = operations.filter(({ operation }) => operation.operationId !== UPLOAD);

test('contains every call of the contract once, with path, method and access', () => {
  expect(calls.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(callTable).sort());
  for (const { path, method, operation } of calls) {
    const call = Object.entries(callTable).find(([name]) => name === operation.operationId)?.[1];
    expect(`${API_BASE}${call?.path}`).toBe(path);
    expect(call?.method.toLowerCase()).toBe(method);
    expect(operation.security === undefined).toBe(call?.access === 'public');
    expect(operation['x-permission'] ?? null).toBe(call && requiredGrant(call));
  }
});

test('lists the responses of every call for exceeded limits', () => {
  for (const { operation } of calls) {
    const call = Object.entries(callTable).find(([name]) => name === operation.operationId)?.[1];
    const limits = [
      ...(call?.access === 'public' ? [] : ['429']),
      '503',
      ...(call?.effect === 'read' ? ['504'] : []),
    ];
    expect(Object.keys(operation.responses)).toEqual(['200', ...limits]);
  }
  const [list] = calls.filter(({ operation }) => operation.operationId === 'listTerminalLog');
  expect(list?.operation.responses['429']?.description).toContain(String(ERRORS.tooManyCalls.code));
});

test('contains uploads too', () => {
  const [upload] = operations.filter(({ operation }) => operation.operationId === UPLOAD);
  expect(upload).toMatchObject({ path: `${API_BASE}/storage`, method: 'post' });
  expect(upload?.operation.security).toEqual([{ token: [] }, { cookie: [] }]);
  const kind = upload?.operation.parameters.find(({ name }) => name === 'x-file-kind');
  expect(kind?.schema).toMatchObject({
    enum: ['image', 'attachment', 'firmware', 'devicePhoto', 'deviceImport'],
  });
});

test('security names a scheme that is declared', () => {
  const schemes = Object.keys(parsed.components.securitySchemes);
  for (const { operation } of operations) {
    for (const name of (operation.security ?? []).flatMap(Object.keys)) expect(schemes).toContain(name);
  }
});

/** References are resolved from the top of the document, so the compiler gets the whole of it. */
test('every schema is valid JSON Schema and its references resolve', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...openApiDocument('1.2.3'), $id: 'https://openapi.test/' });
  for (const { path, method, operation } of operations) {
    const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method}`;
    const places = [
      ...operation.parameters.map((_, index) => `${pointer}/parameters/${index}/schema`),
      ...Object.keys(operation.requestBody?.content ?? {}).map(
        (type) => `${pointer}/requestBody/content/${type.replace('/', '~1')}/schema`,
      ),
      `${pointer}/responses/200/content/application~1json/schema`,
    ];
    for (const place of places) {
      expect(() => ajv.compile({ $ref: `https://openapi.test/${place}` }), place).not.toThrow();
    }
  }
});

test('the reference page lists every call with its requirements', () => {
  const page = openApiPage('<1>');
  for (const call of Object.values(callTable)) {
    const at = page.indexOf(`<span class="method">${call.method}</span> ${API_BASE}${call.path}<`);
    expect([call.path, at > 0]).toEqual([call.path, true]);
    const grant = requiredGrant(call);
    if (grant !== null) expect(page.slice(at, page.indexOf('</tr>', at))).toContain(grant);
  }
  expect(page).not.toContain('<1>');
});

test('describes the accepted phone numbers, wherever one is accepted', () => {
  const accepted = 'country code, a space and 7 to 18 digits, for example +48 600100200';
  for (const path of [
    '/user/smsLogin',
    '/user/sendCode',
    '/user/registerAccount',
    '/user/saveBindMailPhone',
    '/subaccount/invite',
    '/alarm/createRule',
    '/account/company',
  ]) {
    expect([path, JSON.stringify(parsed.paths[`${API_BASE}${path}`]?.post)]).toEqual([
      path,
      expect.stringContaining(accepted),
    ]);
  }
});
