import { expect, it } from 'vitest';
import { readFilters } from './device-filters.ts';

it('takes what the address says', () => {
  expect(readFilters({ status: 'offline', model: 'EAP101' })).toMatchObject({
    status: 'offline',
    model: 'EAP101',
  });
});

it('leaves out what is no such filter, and keeps the rest', () => {
  const filters = readFilters({ status: 'asleep', groupUUID: 'x', kind: 'toaster', version: '3.0' });
  expect(filters).toMatchObject({ version: '3.0' });
  expect(filters.status).toBeUndefined();
  expect(filters.groupUUID).toBeUndefined();
  expect(filters.kind).toBeUndefined();
});
