import { expect, it } from 'vitest';
import { imageForm, imageOf } from './image-form.ts';

const OF_FILE = 'ab'.repeat(32);
const FILLED = {
  fileUUID: '018f0000-0000-7000-8000-00000000000f',
  kind: 'ap' as const,
  models: ['WLA-10'],
  version: '2.0',
  notes: '',
  sha256: '',
  signature: '',
  computed: OF_FILE,
};

function issues(changes: object): string[] {
  const result = imageForm.safeParse({ ...FILLED, ...changes });
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

it('the vendor hash is optional and must match the file', () => {
  expect(issues({})).toEqual([]);
  expect(issues({ sha256: ` ${OF_FILE.toUpperCase()} ` })).toEqual([]);
  expect(issues({ sha256: 'cd'.repeat(32) })).toEqual(['sha256 validation.sha256Mismatch']);
  expect(issues({ sha256: 'short' })).toEqual(['sha256 validation.sha256']);
});

it('the vendor hash is required where the browser cannot hash', () => {
  expect(issues({ computed: '' })).toEqual(['sha256 validation.sha256']);
  expect(issues({ computed: '', sha256: 'cd'.repeat(32) })).toEqual([]);
});

it('sends the vendor hash, else the computed one', () => {
  expect(imageOf(imageForm.parse(FILLED))).toEqual({
    ...FILLED,
    sha256: OF_FILE,
    computed: undefined,
  });
  const said = imageForm.parse({ ...FILLED, computed: '', sha256: 'CD'.repeat(32) });
  expect(imageOf(said).sha256).toBe('cd'.repeat(32));
  expect(imageOf(said)).not.toHaveProperty('computed');
});
