import { stripVTControlCharacters } from 'node:util';

/** Enough to know what is wrong; the whole stands further up. */
const LINES_EACH = 6;

/**
 * Failures, repeated at the end, because the output of a test has scrolled away by then.
 * @param {unknown} report vitest's or Playwright's JSON report
 * @returns {string[]}
 */
export function failuresIn(report) {
  const early = [at(report, 'errors') ?? []].flat().map((error) => textAt(error, 'message'));
  const found = early.length > 0 ? [['before the tests', ...linesOf(early)].join('\n')] : [];
  for (const { part, file } of partsOf(report, '')) {
    const title = nameOf(part);
    if (title !== undefined) found.push([`${file} › ${title}`, ...messagesIn(part)].join('\n'));
  }
  return found;
}

/**
 * Every object in it, with the last file named above it.
 * @param {unknown} value
 * @param {string} above
 * @returns {Generator<{ part: object, file: string }>}
 */
function* partsOf(value, above) {
  if (!(value instanceof Object)) return;
  const file =
    textAt(value, 'file') ??
    (Array.isArray(at(value, 'assertionResults')) ? textAt(value, 'name') : undefined) ??
    above;
  yield { part: value, file };
  for (const inner of Object.values(value)) yield* partsOf(inner, file);
}

/**
 * The name of a test that failed, in vitest's words or in Playwright's; of a file, when something beside its tests did:
 * what stands before and after them, or the file itself.
 */
function nameOf(/** @type {object} */ part) {
  if (at(part, 'status') === 'failed') {
    const tests = at(part, 'assertionResults');
    if (!Array.isArray(tests)) return textAt(part, 'fullName');
    return tests.some((test) => at(test, 'status') === 'failed') ? undefined : 'beside its tests';
  }
  return at(part, 'ok') === false ? textAt(part, 'title') : undefined;
}

/** @returns {string[]} */
function messagesIn(/** @type {object} */ part) {
  const messages = at(part, 'failureMessages') ?? at(part, 'message') ?? [...errorsIn(part)];
  return linesOf([messages].flat());
}

/** @returns {string[]} */
function linesOf(/** @type {unknown[]} */ messages) {
  return messages.flatMap((message) =>
    stripVTControlCharacters(String(message))
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, LINES_EACH)
      .map((line) => `    ${line}`),
  );
}

function* errorsIn(/** @type {object} */ spec) {
  for (const { part } of partsOf(spec, '')) {
    const errors = at(part, 'errors');
    if (!Array.isArray(errors)) continue;
    for (const error of errors) yield textAt(error, 'message') ?? '';
  }
}

/**
 * @param {unknown} value
 * @param {string} key
 * @returns {unknown}
 */
function at(value, key) {
  return value instanceof Object ? Reflect.get(value, key) : undefined;
}

/**
 * @param {unknown} value
 * @param {string} key
 */
function textAt(value, key) {
  const text = at(value, key);
  return typeof text === 'string' ? text : undefined;
}
