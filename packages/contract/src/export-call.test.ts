import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineExportCall, exportFormat } from './export-call.ts';

const call = defineExportCall({
  path: '/thing/export',
  access: 'device_manage',
  summary: 'The things as a file',
  input: z.object({ search: z.string().default(''), format: exportFormat }),
});

test('an export reads, and is open to API keys and the demo', () => {
  expect(call).toMatchObject({ method: 'POST', effect: 'read', apiKeys: true, demo: true });
});

test('takes one of the formats and returns a file', () => {
  expect(call.input.parse({ format: 'csv' })).toEqual({ search: '', format: 'csv' });
  expect(call.input.safeParse({ format: 'pdf' }).success).toBe(false);
  const file = { url: '/files/1', rows: 2, expiresAt: '2026-03-02T10:00:00.000Z' };
  expect(call.output.parse(file)).toEqual(file);
});
