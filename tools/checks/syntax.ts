import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite';
import type { SourceFile } from './source-files.ts';

export type { ESTree };

export function parse(file: SourceFile): ESTree.Program {
  const { program, errors } = parseSync(file.path, file.text);
  const [error] = errors;
  if (error) throw new Error(`${file.path} cannot be parsed: ${error.message}`);
  return program;
}

export function visit(program: ESTree.Program, visitor: VisitorObject): void {
  new Visitor(visitor).visit(program);
}

/** `path:line` of an offset, as editors and terminals understand it. */
export function place(file: SourceFile, offset: number): string {
  return `${file.path}:${file.text.slice(0, offset).split('\n').length}`;
}

/** A text an expression can come out as; of a template with values in it, the part before the first. */
export interface PossibleText {
  readonly text: string;
  readonly start: number;
  readonly complete: boolean;
  /** All literal parts, for those who look for words in it. */
  readonly parts: readonly string[];
}

export function textOfTemplate(template: ESTree.TemplateLiteral): PossibleText {
  const parts = template.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw);
  return { text: parts[0] ?? '', start: template.start, complete: parts.length === 1, parts };
}

/** Follows what decides between texts (`a ? 'x' : 'y'`, `a ?? 'x'`), not what computes them. */
export function possibleTexts(expression: ESTree.Node): PossibleText[] {
  switch (expression.type) {
    case 'Literal':
      return typeof expression.value === 'string'
        ? [{ text: expression.value, start: expression.start, complete: true, parts: [expression.value] }]
        : [];
    case 'TemplateLiteral':
      return [textOfTemplate(expression)];
    case 'ConditionalExpression':
      return [...possibleTexts(expression.consequent), ...possibleTexts(expression.alternate)];
    case 'LogicalExpression':
      return [...possibleTexts(expression.left), ...possibleTexts(expression.right)];
    case 'BinaryExpression':
      return expression.operator === '+'
        ? [...possibleTexts(expression.left), ...possibleTexts(expression.right)]
        : [];
    case 'AssignmentPattern':
      return possibleTexts(expression.right);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return possibleTexts(expression.expression);
    default:
      return [];
  }
}
