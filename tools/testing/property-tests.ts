import fc from 'fast-check';
import { cases, seed } from './run-length.ts';

/** For every property that does not set its own number. */
fc.configureGlobal({ seed, numRuns: cases(100, 1_000) });
