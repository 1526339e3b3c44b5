import { isRecord, type Json } from '../json.ts';

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function namesIn(path: string): string[] {
  return path.split('/').slice(1);
}

// Paths of a document that match a pattern such as `/interfaces/*/ssids/1`; `*` matches any name or index.
export function pathsIn(document: Json, pattern: string): string[] {
  let found: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: document }];
  for (const name of namesIn(pattern)) {
    found = found.flatMap(({ path, value }) =>
      entriesOf(value)
        .filter(([key]) => name === '*' || key === name)
        .map(([key, inner]) => ({ path: `${path}/${key}`, value: inner })),
    );
  }
  return found.map(({ path }) => path);
}

/** The document without the values at these paths. */
export function without(document: Json, paths: readonly string[]): Json {
  const stripped = strip(document, '', new Set(paths));
  return isRecord(stripped) ? stripped : {};
}

function strip(value: unknown, path: string, paths: ReadonlySet<string>): unknown {
  const kept = entriesOf(value)
    .map(([key, inner]) => ({ key, inner, at: `${path}/${key}` }))
    .filter(({ at }) => !paths.has(at))
    .map(({ key, inner, at }): [string, unknown] => [key, strip(inner, at, paths)]);
  if (Array.isArray(value)) return kept.map(([, inner]) => inner);
  return isRecord(value) ? Object.fromEntries(kept) : value;
}
