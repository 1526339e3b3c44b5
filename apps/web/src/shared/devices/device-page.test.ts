import { expect, it } from 'vitest';
import { readParams } from '../table/table-params.ts';
import { WAITING_PREFIX, waitingPage } from './device-page.ts';

it('a waiting device is found in the list it waits in', () => {
  const { pathname, searchParams } = new URL(waitingPage('90-3C-B3-BB-1D-A8'), 'http://localhost');
  expect(pathname).toBe('/device/unclaimed');
  expect(readParams(searchParams, WAITING_PREFIX, []).search).toBe('90-3C-B3-BB-1D-A8');
});
