import { expect, test } from 'vitest';
import { nativeInputsCheck } from './native-inputs.ts';
import { makeTree } from './testing/tree.ts';

const PAGE = 'apps/web/src/features/logs/pages/LogsPage.tsx';

function failuresOf(component: string, path = PAGE) {
  const root = makeTree({ [path]: `const a = 1;\nexport const page = ${component};\n` });
  return nativeInputsCheck.run(root).failures;
}

test.each([
  ['<select><option>1</option></select>', '<select>'],
  ['<datalist />', '<datalist>'],
  ['<input type="date" />', 'type="date"'],
  ['<p><input type="time" /></p>', 'type="time"'],
  ["<input type={'datetime-local'} />", 'type="datetime-local"'],
  ['<Input type="month" />', 'type="month"'],
  ["<Input type={a ? 'text' : 'week'} />", 'type="week"'],
])('%s is refused', (component, named) => {
  expect(failuresOf(component)).toEqual([
    `${PAGE}:2 uses ${named} instead of a field of apps/web/src/shared/form/`,
  ]);
});

test.each([
  '<Select options={a} />',
  '<input type="file" />',
  '<input type="checkbox" />',
  "<Series type='line' />",
  '<Input />',
])('%s is allowed', (component) => {
  expect(failuresOf(component)).toEqual([]);
});

test.each([
  'apps/web/src/shared/form/moment/MomentInput.tsx',
  'apps/web/src/features/logs/pages/LogsPage.test.tsx',
])('%s may use them', (path) => {
  expect(failuresOf('<input type="date" />', path)).toEqual([]);
});
