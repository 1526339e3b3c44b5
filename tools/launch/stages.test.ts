import { expect, test } from 'vitest';
import { chooseStages } from './stages.mjs';

const names = (...chosen: string[]) => chooseStages(chosen).map((stage) => stage.name);

test('without names all stages run, cheap ones first', () => {
  expect(names()).toEqual(['lint', 'types', 'checks', 'build', 'size', 'unit', 'external', 'browser']);
});

test('named stages run in their own order', () => {
  expect(names('unit', 'lint')).toEqual(['lint', 'unit']);
});

test('the browser stage brings the build it needs', () => {
  expect(names('browser')).toEqual(['build', 'browser']);
});

test('an unknown name is refused with the list of known ones', () => {
  expect(() => names('unit', 'e2e')).toThrow('There is no stage e2e; the stages are lint, types,');
});
