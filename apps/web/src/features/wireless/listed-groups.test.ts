import type { DeviceGroup } from '@airloom/contract/devices/devices.model';
import { expect, it } from 'vitest';
import { listedGroups } from './listed-groups.ts';

const group = (name: string): DeviceGroup => ({
  groupUUID: name,
  siteUUID: 'harbour',
  siteName: 'Harbour',
  name,
  status: 'online',
  devices: { total: 0, online: 0, neverConnected: 0 },
  createdAt: '2026-01-01T00:00:00.000Z',
});
const names = (groups: readonly DeviceGroup[]) => groups.map(({ name }) => name);

it('lists a chosen group that a search leaves out, once', () => {
  const [lobby, hall, roof] = [group('Lobby'), group('Hall'), group('Roof')];
  expect(names(listedGroups([hall], [lobby, roof], ['Lobby']))).toEqual(['Lobby', 'Hall']);
  expect(names(listedGroups([hall, lobby], [lobby], ['Lobby']))).toEqual(['Hall', 'Lobby']);
});
