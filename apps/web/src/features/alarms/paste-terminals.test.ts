import { LIMITS } from '@airloom/contract/limits';
import { expect, it } from 'vitest';
import { inCalls, pastedTerminals, writtenMac } from './paste-terminals.ts';

it('writes an address as the rules want it, however it was written', () => {
  for (const text of ['90:3c:b3:bb:1d:a8', '903cb3bb1da8', '903C.B3BB.1DA8', ' 90-3C-B3-BB-1D-A8 ']) {
    expect(writtenMac(text)).toBe('90-3C-B3-BB-1D-A8');
  }
  expect(writtenMac('the till')).toBe('the till');
});

it('reads a list however it is separated, and says which lines it cannot read', () => {
  const text =
    '90:3c:b3:bb:1d:a8\tThe till\n\nno address\n90-3C-B3-BB-1D-A9; Door\r\n90-3C-B3-BB-1D-AA Front desk';
  expect(pastedTerminals(text)).toEqual({
    terminals: [
      { mac: '90-3C-B3-BB-1D-A8', name: 'The till' },
      { mac: '90-3C-B3-BB-1D-A9', name: 'Door' },
      { mac: '90-3C-B3-BB-1D-AA', name: 'Front desk' },
    ],
    unread: [3],
  });
});

it('takes an address once, by the last name it was given', () => {
  expect(pastedTerminals('90-3C-B3-BB-1D-A8 Old\n90:3c:b3:bb:1d:a8 New').terminals).toEqual([
    { mac: '90-3C-B3-BB-1D-A8', name: 'New' },
  ]);
});

it('sends no more at once than a call takes', () => {
  const many = Array.from({ length: LIMITS.alarmRule.macEntriesMax + 1 }, (_, n) => ({
    mac: `90-3C-B3-BB-1D-${String(n).padStart(2, '0')}`,
    name: '',
  }));
  expect(inCalls(many).map((call) => call.length)).toEqual([LIMITS.alarmRule.macEntriesMax, 1]);
  expect(inCalls([])).toEqual([]);
});
