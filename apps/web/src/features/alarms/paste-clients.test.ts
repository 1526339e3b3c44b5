import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import { expect, it } from 'vitest';
import { pastedClients, perCall } from './paste-clients.ts';

it('parses a list with any separator and returns unreadable lines', () => {
  const text =
    '90:3c:b3:bb:1d:a8\tThe till\n\nno address\n90-3C-B3-BB-1D-A9; Door\r\n90-3C-B3-BB-1D-AA Front desk';
  expect(pastedClients(text)).toEqual({
    terminals: [
      { mac: '90-3C-B3-BB-1D-A8', name: 'The till' },
      { mac: '90-3C-B3-BB-1D-A9', name: 'Door' },
      { mac: '90-3C-B3-BB-1D-AA', name: 'Front desk' },
    ],
    unread: [3],
  });
});

it('uses a duplicate address once, with its last name', () => {
  expect(pastedClients('90-3C-B3-BB-1D-A8 Old\n90:3c:b3:bb:1d:a8 New').terminals).toEqual([
    { mac: '90-3C-B3-BB-1D-A8', name: 'New' },
  ]);
});

it('splits the list by the maximum of a call', () => {
  const many = Array.from({ length: ALARM_RULE_LIMITS.macEntriesMax + 1 }, (_, n) => ({
    mac: `90-3C-B3-BB-1D-${String(n).padStart(2, '0')}`,
    name: '',
  }));
  expect(perCall(many).map((call) => call.length)).toEqual([ALARM_RULE_LIMITS.macEntriesMax, 1]);
  expect(perCall([])).toEqual([]);
});
