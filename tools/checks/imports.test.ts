import { expect, test } from 'vitest';
import { imports } from './imports.ts';
import { makeTree } from './testing/tree.ts';

const WORKSPACES = [
  'apps/server',
  'apps/web',
  'apps/simulator',
  'packages/contract',
  'packages/device-protocol',
  'packages/rf',
  'packages/messages',
];
const manifests = Object.fromEntries(
  WORKSPACES.map((workspace) => [
    `${workspace}/package.json`,
    JSON.stringify({ name: `@airloom/${workspace.split('/')[1]}` }),
  ]),
);

function failuresOf(files: Record<string, string>) {
  return imports.run(makeTree({ ...manifests, ...files }));
}

test.each([
  ['apps/server/src/platform/a.ts', '../domains/people/roles/index.ts', 'platform must not import domains'],
  ['apps/server/src/domains/people/roles/a.ts', '../../../doors/http/b.ts', 'domains must not import doors'],
  ['apps/server/src/doors/http/a.ts', '../../processes/b.ts', 'doors must not import processes'],
  [
    'apps/server/src/domains/people/roles/a.ts',
    '../sites/sites.service.ts',
    'another domain is reached only through its index.ts',
  ],
  [
    'apps/server/src/domains/people/roles/a.ts',
    '../sites/deep/index.ts',
    'another domain is reached only through its index.ts',
  ],
  [
    'apps/server/src/domains/people/roles/a.ts',
    '../../../odd/b.ts',
    'a folder that is none of processes, doors, domains, platform',
  ],
  [
    'apps/server/src/domains/people/roles/a.ts',
    '../../../../../web/src/shared/b.ts',
    'another workspace is imported by its package name',
  ],
  [
    'apps/server/src/platform/a.ts',
    '../../../../packages/contract/src/limits.ts',
    'another workspace is imported by its package name',
  ],
  ['apps/server/src/platform/a.ts', './testing/harness.ts', 'shipped code must not import test code'],
  ['apps/server/src/platform/a.ts', './b.test.ts', 'shipped code must not import test code'],
  ['apps/server/src/platform/a.ts', '@airloom/web', 'apps/server must not import apps/web'],
  ['apps/web/src/shared/a.ts', '../features/roles/b.ts', 'shared must not import features'],
  ['apps/web/src/features/roles/a.tsx', '../../app/b.ts', 'features must not import app'],
  ['apps/web/src/features/roles/a.tsx', '../../main.tsx', 'features must not import app'],
  ['apps/web/src/features/roles/a.tsx', '../sites/b.ts', 'a feature must not import another feature'],
  ['apps/web/src/shared/a.ts', 'node:path', 'a module of Node in code that is not for Node alone'],
  ['apps/web/src/shared/a.ts', 'fs', 'a module of Node in code that is not for Node alone'],
  ['apps/simulator/src/a.ts', '@airloom/contract/limits', 'apps/simulator must not import packages/contract'],
  ['packages/contract/src/a.ts', 'node:fs', 'a module of Node in code that is not for Node alone'],
  ['packages/contract/src/a.ts', '@airloom/messages', 'packages/contract must not import packages/messages'],
  [
    'packages/contract/src/a.ts',
    '@airloom/device-protocol/frames',
    'packages/contract must not import packages/device-protocol',
  ],
  [
    'packages/device-protocol/src/a.ts',
    '@airloom/rf',
    'packages/device-protocol must not import packages/rf',
  ],
  [
    'packages/messages/index.ts',
    '@airloom/contract/languages',
    'packages/messages must not import packages/contract',
  ],
  ['packages/rf/src/a.ts', '@airloom/server', 'packages/rf must not import apps/server'],
])('%s must not import %s', (file, specifier, fault) => {
  const failures = [`${file}:2 imports ${specifier}: ${fault}`];
  expect(failuresOf({ [file]: `// one\nimport { b } from '${specifier}';\n` })).toEqual({
    failures,
    warnings: [],
  });
});

test.each([
  "import type { B } from '../domains/people/roles/index.ts';",
  "import { type B } from '../domains/people/roles/index.ts';",
  "import '../domains/people/roles/index.ts';",
  "import * as b from '../domains/people/roles/index.ts';",
  "export { b } from '../domains/people/roles/index.ts';",
  "export * from '../domains/people/roles/index.ts';",
  "const b = await import('../domains/people/roles/index.ts');",
  "type B = import('../domains/people/roles/index.ts').B;",
])('%s is seen', (statement) => {
  expect(failuresOf({ 'apps/server/src/platform/a.ts': statement }).failures).toHaveLength(1);
});

test.each([
  ['apps/server/src/processes/a.ts', '../doors/http/b.ts'],
  ['apps/server/src/processes/a.ts', '../platform/b.ts'],
  ['apps/server/src/doors/http/a.ts', '../../domains/people/roles/roles.module.ts'],
  ['apps/server/src/doors/http/a.ts', '../portal/b.ts'],
  ['apps/server/src/domains/people/roles/a.ts', '../sites/index.ts'],
  ['apps/server/src/domains/people/roles/a.ts', './roles.service.ts'],
  ['apps/server/src/domains/people/roles/deep/a.ts', '../roles.service.ts'],
  ['apps/server/src/platform/a.ts', 'node:fs'],
  ['apps/server/src/platform/a.ts', 'fastify'],
  ['apps/server/src/platform/a.ts', '@airloom/contract/limits'],
  ['apps/web/src/main.tsx', './app/router.tsx'],
  ['apps/web/src/app/router.tsx', '../features/roles/roles.feature.tsx'],
  ['apps/web/src/features/roles/a.tsx', '../../shared/ui/Button.tsx'],
  ['apps/web/src/features/roles/pages/A.tsx', '../roles.queries.ts'],
  ['apps/web/src/shared/a.ts', '@airloom/messages'],
  ['apps/simulator/src/a.ts', '@airloom/device-protocol/frames'],
  ['packages/device-protocol/src/a.ts', '@airloom/contract/limits'],
  ['packages/contract/src/formats/a.ts', '../limits.ts'],
  ['apps/server/src/platform/a.test.ts', '../processes/b.ts'],
  ['apps/server/src/platform/testing/harness.ts', '../../processes/b.ts'],
])('%s may import %s', (file, specifier) => {
  expect(failuresOf({ [file]: `import { b } from '${specifier}';\n` }).failures).toEqual([]);
});

test('files must not import each other in a circle', () => {
  const circle = failuresOf({
    'packages/rf/src/a.ts': "import { b } from './b.ts';",
    'packages/rf/src/b.ts': "export * from './c.ts';",
    'packages/rf/src/c.ts': "import { a } from './a.ts';",
  });
  expect(circle.failures).toEqual([
    'files import each other in a circle: packages/rf/src/a.ts → packages/rf/src/b.ts → packages/rf/src/c.ts → packages/rf/src/a.ts',
  ]);
});

test('types and pages loaded on demand close no circle', () => {
  const open = failuresOf({
    'packages/rf/src/a.ts': "import { b } from './b.ts';",
    'packages/rf/src/b.ts': "import type { A } from './a.ts';",
    'apps/web/src/app/routes.ts': "const page = () => import('./pages/Home.tsx');",
    'apps/web/src/app/pages/Home.tsx': "import { routes } from '../routes.ts';",
  });
  expect(open.failures).toEqual([]);
});

test('domains must not need each other, even by different files', () => {
  const { failures } = failuresOf({
    'apps/server/src/domains/people/roles/a.ts': "import { s } from '../sites/index.ts';",
    'apps/server/src/domains/people/sites/b.ts': "import { r } from '../roles/index.ts';",
    'apps/server/src/domains/people/roles/index.ts': 'export const r = 1;',
    'apps/server/src/domains/people/sites/index.ts': 'export const s = 1;',
  });
  expect(failures).toEqual([
    'domains need each other in a circle: people/roles → people/sites → people/roles',
  ]);
});

test('a file that cannot be parsed is no silent pass', () => {
  expect(() => failuresOf({ 'packages/rf/src/a.ts': 'import {' })).toThrow(
    'packages/rf/src/a.ts cannot be parsed',
  );
});
