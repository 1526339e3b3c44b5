import { expect, it } from 'vitest';
import { AwaitedReports } from './awaited-reports.ts';

const watched = (deviceId: string, id: string) => ({ tenant: 'account', id, deviceId });

it('returns the changes that reports of devices are for, once', () => {
  const reports = new AwaitedReports();
  expect(reports.note(['ap'])).toBe(false);
  expect(reports.isRead).toBe(false);
  reports.read([watched('ap', 'change'), watched('other', 'another')]);
  expect(reports.note(['ap', 'unknown'])).toBe(true);
  expect(reports.note(['ap'])).toBe(false);
  expect(reports.begin()).toEqual([{ tenant: 'account', id: 'change' }]);
  expect(reports.begin()).toEqual([]);
});

it('keeps reports that arrive during the round that started their devices', () => {
  const reports = new AwaitedReports();
  reports.read([]);
  reports.begin();
  expect(reports.note(['ap'])).toBe(false);
  expect(reports.read([watched('ap', 'change')])).toBe(true);
  reports.end();
  expect(reports.begin()).toEqual([{ tenant: 'account', id: 'change' }]);
});

it('forgets reports of before the round', () => {
  const reports = new AwaitedReports();
  reports.begin();
  reports.note(['ap']);
  reports.end();
  reports.begin();
  expect(reports.read([watched('ap', 'change')])).toBe(false);
});
