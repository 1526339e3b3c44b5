/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {unknown} report vitest's JSON report
 * @returns {Counts}
 */
export function vitestCounts(report) {
  return {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
}

/**
 * @param {unknown} report Playwright's JSON report; a test that passed only when repeated has failed
 * @returns {Counts}
 */
export function playwrightCounts(report) {
  return {
    passed: numberAt(report, 'stats', 'expected'),
    failed: numberAt(report, 'stats', 'unexpected') + numberAt(report, 'stats', 'flaky'),
    skipped: numberAt(report, 'stats', 'skipped'),
  };
}

/**
 * A stage counts its tests, or as one when it has none to count. A failure that no test accounts for (a crash, an
 * unhandled error) counts too.
 * @param {boolean} ok
 * @param {Counts | undefined} tests
 * @returns {Counts}
 */
export function stageCounts(ok, tests) {
  if (!tests) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  return !ok && tests.failed === 0 ? { ...tests, failed: 1 } : tests;
}

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  return total;
}

export function countsLine(/** @type {Counts} */ { passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * @param {unknown} report
 * @param {string[]} path
 * @returns {number}
 */
function numberAt(report, ...path) {
  /** @type {unknown} */
  let found = report;
  for (const key of path) found = found instanceof Object ? Reflect.get(found, key) : undefined;
  if (typeof found !== 'number') throw new Error(`The report has no number at ${path.join('.')}`);
  return found;
}
