import { expect, test } from 'vitest';
import { installAdvice } from './install-advice.mjs';

test.for([
  ['npm error code EAI_AGAIN\nnpm error syscall getaddrinfo', 'cannot be reached'],
  ['npm error code ECONNREFUSED', 'cannot be reached'],
  ['npm error code E404\nnpm error 404 Not Found', 'does not offer a package'],
  ['npm error code ENOSPC\nnpm error nospc', 'disk is full'],
  [
    "npm error code EACCES\nnpm error Error: EACCES: permission denied, mkdir 'node_modules'",
    'may not write here',
  ],
  ['npm error code EINTEGRITY', 'npm cache clean --force'],
  ['npm error code EUSAGE', 'do not belong together'],
  ['npm error something new', 'its full log'],
] as const)('%s', ([output, advice]) => {
  expect(installAdvice(output)).toContain(advice);
});
