import pino from 'pino';
import { expect, it } from 'vitest';
import { stopAll } from './stop-all.ts';

it('stops every part in order, though one of them throws', async () => {
  const stopped: string[] = [];
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const stopping = stopAll(
    [
      ['first', () => void stopped.push('first')],
      ['second', () => Promise.reject(new Error('stuck'))],
      ['third', async () => void stopped.push('third')],
    ],
    log,
  );
  await expect(stopping).rejects.toThrow('not everything stopped');
  expect(stopped).toEqual(['first', 'third']);
  expect(lines.join('')).toContain('"part":"second"');
});
