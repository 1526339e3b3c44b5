import type { ChangeDevice } from '@airloom/contract/configuration/configuration.model';
import { expect, it } from 'vitest';
import { englishWording } from '../../shared/configuration/testing/english.ts';
import { detailsOf, missingWords } from './change-states.ts';

const { t } = await englishWording();

it('says what the reports of a device do not show', () => {
  expect(missingWords({ what: 'version', name: '', band: null }, t)).toBe('Still reports another version');
  expect(missingWords({ what: 'network', name: 'Guest', band: '6G' }, t)).toBe(
    'Network Guest is not on air on 6 GHz',
  );
  expect(missingWords({ what: 'network', name: 'Guest', band: null }, t)).toBe('Network Guest is not on air');
  expect(missingWords({ what: 'channel', name: '', band: '5G' }, t)).toBe(
    'Not on the configured channel on 5 GHz',
  );
});

const device: ChangeDevice = {
  deviceUUID: '00000000-0000-4000-8000-000000000001',
  deviceName: 'ap',
  siteUUID: '00000000-0000-4000-8000-000000000002',
  siteName: 'Harbour',
  wave: 1,
  state: 'verified',
  skipped: null,
  failure: null,
  revertFailure: null,
  version: 1,
  rejected: [],
  missing: [],
  changedAt: '2026-01-01T00:00:00.000Z',
};

it('says why a change failed on a device', () => {
  expect(detailsOf(device, t)).toEqual([]);
  expect(detailsOf({ ...device, state: 'reverting', failure: 'noAnswer' }, t)).toEqual([
    'The device did not answer within 5 minutes',
    'Gets its previous configuration as soon as it is reachable',
  ]);
  expect(detailsOf({ ...device, state: 'reverted', failure: 'connectionLost' }, t)).toEqual([
    'The device applied the configuration but did not stay connected',
  ]);
  expect(
    detailsOf({ ...device, state: 'reverted', failure: 'rejected', rejected: ['ssid: name in use'] }, t),
  ).toEqual(['ssid: name in use']);
  expect(detailsOf({ ...device, state: 'rejected', failure: 'rejected' }, t)).toEqual([
    'The device rejected the configuration',
  ]);
});

it('says why a device could not be reverted', () => {
  const failed: ChangeDevice = {
    ...device,
    state: 'revertFailed',
    failure: 'rejected',
    rejected: ['no such power'],
  };
  expect(detailsOf({ ...failed, revertFailure: 'rejected' }, t)).toEqual([
    'The device rejected the configuration',
    'It also rejected its previous configuration',
    'no such power',
  ]);
  expect(detailsOf({ ...failed, revertFailure: 'noAnswer' }, t)).toEqual([
    'no such power',
    'It did not answer to its previous configuration',
  ]);
  expect(
    detailsOf({ ...failed, failure: 'noAnswer', rejected: [], revertFailure: 'notReturned' }, t),
  ).toEqual(['The device did not answer within 5 minutes', 'It did not come back online within 30 days']);
});

it('says what a device waits for', () => {
  expect(detailsOf({ ...device, state: 'offline' }, t)).toEqual(['Gets the change when it is back online']);
  expect(detailsOf({ ...device, state: 'stopped' }, t)).toEqual(['Another device of the site failed']);
});
