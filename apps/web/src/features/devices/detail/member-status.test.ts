import { expect, it } from 'vitest';
import { memberStatus } from './member-status.ts';

const KNOWN = { deviceUUID: '018f0000-0000-7000-8000-000000000001', kind: 'ap', name: 'Lobby' } as const;

it("uses the status of a member's own row, whatever the report contains", () => {
  const offline = { online: true, device: { ...KNOWN, status: 'offline' } } as const;
  expect(memberStatus({ status: 'online' }, offline)).toBe('offline');
  expect(memberStatus({ status: 'offline' }, offline)).toBe('offline');
});

it('uses the reported status without a row, while the report is current', () => {
  expect(memberStatus({ status: 'partlyOffline' }, { online: true, device: null })).toBe('online');
  expect(memberStatus({ status: 'online' }, { online: false, device: null })).toBe('offline');
  expect(memberStatus({ status: 'offline' }, { online: true, device: null })).toBeNull();
});
