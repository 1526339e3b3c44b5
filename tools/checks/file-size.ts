import type { Check } from './check.ts';
import { readEveryTypeScriptFile, type SourceFile } from './source-files.ts';
import { type ESTree, parse, visit } from './syntax.ts';

const LINES_MAX = 400;

function isTable(value: ESTree.Expression | null): boolean {
  switch (value?.type) {
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'TemplateLiteral':
      return true;
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isTable(value.expression);
    default:
      return false;
  }
}

function lines(text: string): number {
  return text.split('\n').length;
}

function tableLines(file: SourceFile): number {
  let count = 0;
  const functionStarts: number[] = [];
  const program = parse(file);
  visit(program, {
    ArrowFunctionExpression: (node) => functionStarts.push(node.start),
    FunctionExpression: (node) => functionStarts.push(node.start),
  });
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    const { start, end } = declaration;
    const holdsCode = functionStarts.some((at) => at > start && at < end);
    if (!holdsCode && declaration.declarations.every(({ init }) => isTable(init))) {
      count += lines(file.text.slice(start, end));
    }
  }
  return count;
}

/** A file that grew long wants to be two; tables of data may be as long as they are. */
export const fileSize = {
  name: 'file-size',
  run(root) {
    const warnings = readEveryTypeScriptFile(root)
      .filter((file) => lines(file.text) > LINES_MAX)
      .map((file) => ({ path: file.path, count: lines(file.text) - tableLines(file) }))
      .filter(({ count }) => count > LINES_MAX)
      .map(({ path, count }) => `${path} has ${count} lines beside its tables, more than ${LINES_MAX}`);
    return { failures: [], warnings };
  },
} satisfies Check;
