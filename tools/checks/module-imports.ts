import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';
import { type ESTree, parse, place, visit } from './syntax.ts';

export interface ModuleImport {
  readonly from: string;
  /** As written. */
  readonly specifier: string;
  /** The file a relative specifier leads to, from the project's root; null for packages. */
  readonly target: string | null;
  /** `type` imports are gone at run time; `lazy` ones are loaded when asked for. */
  readonly kind: 'value' | 'type' | 'lazy';
  readonly place: string;
}

export function importsOf(file: SourceFile): ModuleImport[] {
  const imports: ModuleImport[] = [];
  const add = (source: ESTree.Node, kind: ModuleImport['kind']): void => {
    if (source.type !== 'Literal' || typeof source.value !== 'string') return;
    const specifier = source.value;
    const target = specifier.startsWith('.') ? posix.join(posix.dirname(file.path), specifier) : null;
    imports.push({ from: file.path, specifier, target, kind, place: place(file, source.start) });
  };
  visit(parse(file), {
    ImportDeclaration: ({ source, importKind }) => add(source, importKind === 'type' ? 'type' : 'value'),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind === 'type' ? 'type' : 'value'),
    ExportNamedDeclaration({ source, exportKind }) {
      if (source) add(source, exportKind === 'type' ? 'type' : 'value');
    },
    ImportExpression: ({ source }) => add(source, 'lazy'),
    TSImportType: ({ source }) => add(source, 'type'),
  });
  return imports;
}
