import { expect, it } from 'vitest';
import { refusedTable } from './refused-rows.ts';

const fields = { kind: 'Kind', sn: 'SN', mac: 'MAC', name: 'Name', position: 'Position', remark: 'Remark' };

it('contains complete rows, with the name of the kind or the original text', () => {
  const row = {
    sn: 'S1',
    mac: 'x',
    name: 'n',
    position: 'hall',
    remark: 'old',
    deviceUUID: null,
    problem: null,
  };
  const table = refusedTable(
    [
      { ...row, row: 2, kind: 'ap' },
      { ...row, row: 5, kind: 'Toaster' },
    ],
    {
      fields,
      kinds: { ap: 'Access point' },
      row: 'Row',
      problem: 'Problem',
      reason: () => 'MAC: no address',
    },
  );
  expect(table).toEqual([
    ['Row', 'Kind', 'SN', 'MAC', 'Name', 'Position', 'Remark', 'Problem'],
    ['2', 'Access point', 'S1', 'x', 'n', 'hall', 'old', 'MAC: no address'],
    ['5', 'Toaster', 'S1', 'x', 'n', 'hall', 'old', 'MAC: no address'],
  ]);
});
