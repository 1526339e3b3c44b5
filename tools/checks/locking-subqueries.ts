import { type Check, failing } from './check.ts';
import { readShippedSources, type SourceFile } from './source-files.ts';
import { parse, place, textOfTemplate, visit } from './syntax.ts';

const LOCKING = /\bskip\s+locked\b/gi;

/** Where the innermost open parenthesis is, counted back from a position; -1 when there is none. */
function openedBefore(text: string, position: number): number {
  let closed = 0;
  for (let at = position - 1; at >= 0; at -= 1) {
    if (text[at] === ')') closed += 1;
    else if (text[at] === '(') {
      if (closed === 0) return at;
      closed -= 1;
    }
  }
  return -1;
}

function isRepeatable(text: string, position: number): boolean {
  const opened = openedBefore(text, position);
  return opened >= 0 && !/\bas\s+(?:materialized\s*)?$/i.test(text.slice(0, opened));
}

function problemsIn(file: SourceFile): string[] {
  const problems: string[] = [];
  visit(parse(file), {
    TemplateLiteral: (node) => {
      const text = textOfTemplate(node).parts.join(' $value ');
      for (const { index } of text.matchAll(LOCKING)) {
        if (isRepeatable(text, index))
          problems.push(`${place(file, node.start)} skips locked rows in a subquery; use "with … as (…)"`);
      }
    },
  });
  return problems;
}

/**
 * A subquery that skips locked rows may be executed again for each row that it is joined to, and then returns other rows
 * than before, more than its limit. A common table expression that locks rows is executed once.
 */
export const lockingSubqueries = {
  name: 'locking-subqueries',
  run: (root) => failing(readShippedSources(root).flatMap(problemsIn)),
} satisfies Check;
