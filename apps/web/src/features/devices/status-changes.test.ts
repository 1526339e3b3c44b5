import type { Device } from '@airloom/contract/devices/devices.model';
import { expect, it } from 'vitest';
import { latestByDevice, patchPage, type StatusChange } from './status-changes.ts';
import { someDevice } from './testing/some-device.ts';

function change(deviceUUID: string, changes: Partial<StatusChange> = {}): StatusChange {
  return {
    deviceUUID,
    siteUUID: null,
    status: 'online',
    upgradeStatus: 'none',
    configurationState: 'unmanaged',
    ...changes,
  };
}

const one: Device = someDevice({ deviceUUID: 'one', status: 'online', clients: 7, uptimeSeconds: 60 });
const two: Device = someDevice({ deviceUUID: 'two', status: 'offline' });
const page = { total: 2, rows: [one, two] };

it('changes the affected rows and keeps the others', () => {
  const next = patchPage(page, latestByDevice([change('two')]));
  expect(next.rows[1]).toMatchObject({ deviceUUID: 'two', status: 'online' });
  expect(next.rows[0]).toBe(one);
  expect(next.total).toBe(2);
});

it('clears the figures of an offline device', () => {
  const [row] = patchPage(page, latestByDevice([change('one', { status: 'offline' })])).rows;
  expect(row).toMatchObject({ status: 'offline', clients: 0, uptimeSeconds: null });
});

it('uses the last of several messages', () => {
  const changes = latestByDevice([change('one', { status: 'offline' }), change('one')]);
  expect(patchPage(page, changes)).toBe(page);
});

it('returns the same page without changes', () => {
  expect(patchPage(page, latestByDevice([change('elsewhere'), change('one')]))).toBe(page);
});

it('applies upgrade and configuration changes', () => {
  const changes = latestByDevice([
    change('one', { upgradeStatus: 'upgrading', configurationState: 'pending' }),
  ]);
  expect(patchPage(page, changes).rows[0]).toMatchObject({
    status: 'online',
    clients: 7,
    upgradeStatus: 'upgrading',
    configurationState: 'pending',
  });
});
