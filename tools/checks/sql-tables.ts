import type { SourceFile } from './source-files.ts';
import { type ESTree, parse, place, textOfTemplate, visit } from './syntax.ts';

export interface TableUse {
  readonly table: string;
  readonly isWrite: boolean;
  readonly place: string;
}

const WRITING_METHODS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const READING_METHODS = new Set([
  'selectFrom',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'using',
  'from',
  'table',
]);

const READ = /\b(?:from|join|using)\s+(?:lateral\s+|only\s+)?(\w+)/gi;
const READ_NEXT = /\b(?:from|using)\s+\w+(?:\s+(?:as\s+)?\w+)?\s*,\s*(\w+)/gi;
const WRITE =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|(?<!for\s|key\s|do\s)update)\s+(?:only\s+)?(\w+)/gi;
/** A part of a statement may begin with the table, where another part ends with `from`. */
const FIRST = /^\s*(\w+)\s+(?:\w+\s+)?(?:where|join)\b/i;
const COMMON = /(?:\bwith|,)\s+(?:recursive\s+)?(\w+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/gi;
const STATEMENT = /^\s*(?:select|insert|update|delete|with|merge)\b/i;

/** Replaces a value in a template; it is no name of a table. */
const VALUE = ' $value ';

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, ...names]) => names.filter((name) => name !== undefined));
}

/** Tables in the text of a statement or a part of one. `of`: the tables there are. */
function usesInText(text: string, of: ReadonlySet<string>): Omit<TableUse, 'place'>[] {
  const common = new Set(namesIn(text, COMMON));
  const isTable = (name: string) => of.has(name) && !common.has(name);
  const writes = namesIn(text, WRITE).filter(isTable);
  const rest = text.replaceAll(WRITE, VALUE);
  const first = FIRST.exec(text)?.[1];
  const names = [
    ...namesIn(rest, READ),
    ...namesIn(rest, READ_NEXT),
    ...(first === undefined ? [] : [first]),
  ];
  const reads = names.filter(isTable);
  return [
    ...writes.map((table) => ({ table, isWrite: true })),
    ...reads.map((table) => ({ table, isWrite: false })),
  ];
}

function isSqlTag(tag: ESTree.Expression): boolean {
  return tag.type === 'Identifier' && tag.name === 'sql';
}

function literalsIn(argument: ESTree.Node | undefined): string[] {
  if (argument?.type === 'ArrayExpression') {
    return argument.elements.flatMap((element) => (element === null ? [] : literalsIn(element)));
  }
  return argument?.type === 'Literal' && typeof argument.value === 'string' ? [argument.value] : [];
}

/** Tables that the SQL of a file names: of `sql` templates, of query builders and of plain statements. */
export function tablesUsedIn(file: SourceFile, of: ReadonlySet<string>): TableUse[] {
  const uses: TableUse[] = [];
  const tagged = new Set<ESTree.Node>();
  const addText = (text: string, start: number) => {
    for (const use of usesInText(text, of)) uses.push({ ...use, place: place(file, start) });
  };
  visit(parse(file), {
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (!isSqlTag(tag)) return;
      tagged.add(quasi);
      addText(textOfTemplate(quasi).parts.join(VALUE), start);
    },
    TemplateLiteral(template) {
      const { text, parts } = textOfTemplate(template);
      if (!tagged.has(template) && STATEMENT.test(text)) addText(parts.join(VALUE), template.start);
    },
    Literal({ value, start }) {
      if (typeof value === 'string' && STATEMENT.test(value)) addText(value, start);
    },
    CallExpression({ callee, arguments: given, start }) {
      const method = callee.type === 'MemberExpression' ? callee.property : callee;
      if (method.type !== 'Identifier') return;
      const isWrite = WRITING_METHODS.has(method.name);
      if (!isWrite && !READING_METHODS.has(method.name)) return;
      for (const literal of literalsIn(given[0])) {
        const [table = ''] = literal.split(' ');
        if (of.has(table)) uses.push({ table, isWrite, place: place(file, start) });
      }
    },
  });
  return uses;
}
