import { expect, it } from 'vitest';
import { wordsOf } from './sentence.ts';

const NAMES = {
  table: (call: string) => `table ${call}`,
  level: (level: string) => `level ${level}`,
  type: (type: string) => `type ${type}`,
};

it('what stands by its key is named, what people typed is not', () => {
  expect(wordsOf({ call: 'exportDevices', count: 3 }, NAMES)).toEqual({
    call: 'exportDevices',
    count: 3,
    table: 'table exportDevices',
  });
  expect(wordsOf({ from: 'anna', text: 'urgent' }, NAMES)).toEqual({ from: 'anna', text: 'urgent' });
});

it('an alarm is where its device stands, or in the site alone', () => {
  const alarm = { level: 'urgent', type: 'highCpu', device: 'Lobby', site: 'Harbour' };
  expect(wordsOf(alarm, NAMES)).toMatchObject({
    level: 'level urgent',
    type: 'type highCpu',
    where: 'Lobby, Harbour',
  });
  expect(wordsOf({ ...alarm, device: '' }, NAMES)).toMatchObject({ where: 'Harbour' });
});
