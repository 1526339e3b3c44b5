import { expect, it } from 'vitest';
import { readFilters } from './device-filters.ts';

it('reads filters from the address', () => {
  expect(readFilters({ status: 'offline', model: 'EAP101' })).toMatchObject({
    status: 'offline',
    model: 'EAP101',
  });
});

it('reads a tag', () => {
  expect(readFilters({ tag: ' Roof ' }).tag).toBe('Roof');
  expect(readFilters({ tag: 'x'.repeat(129) }).tag).toBeUndefined();
});

it('drops invalid filters, and keeps the rest', () => {
  const filters = readFilters({ status: 'asleep', groupUUID: 'x', kind: 'toaster', version: '3.0' });
  expect(filters).toMatchObject({ version: '3.0' });
  expect(filters.status).toBeUndefined();
  expect(filters.groupUUID).toBeUndefined();
  expect(filters.kind).toBeUndefined();
});
