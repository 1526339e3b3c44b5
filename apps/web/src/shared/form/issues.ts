import type { Fields } from '../api/call-failure.ts';

/** A message key with its values, as both the schema and the server put it. */
export interface Issue {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** Found by the server only, so it is cleared by a change of the field instead of the schema. */
  readonly server?: true;
}

/** By path: `name`, `coordinates.latitude`, `targets.2`; the empty path is the form as a whole. */
export type Issues = Readonly<Record<string, Issue>>;

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly params?: unknown;
}

const KEY = /^[a-z][A-Za-z-]*(\.[A-Za-z0-9_]+)+$/;
const FALLBACK = 'validation.invalid';

function plainValues(source: object): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(source)) {
    if (typeof value === 'bigint') values[name] = Number(value);
    else if (typeof value === 'number' || typeof value === 'string') values[name] = value;
  }
  return values;
}

function toIssue(issue: SchemaIssue): Issue {
  const { minimum, maximum, params } = issue;
  return {
    // A rule without a message key has the English text of the schema library, which is not shown.
    key: KEY.test(issue.message) ? issue.message : FALLBACK,
    values: plainValues({ minimum, maximum, ...(typeof params === 'object' ? params : {}) }),
  };
}

/** The first issue of each path wins: one line under a field is enough. */
export function issuesOfSchema(found: readonly SchemaIssue[]): Issues {
  const issues: Record<string, Issue> = {};
  for (const issue of found) issues[issue.path.map(String).join('.')] ??= toIssue(issue);
  return issues;
}

export function issuesOfServer(fields: Fields): Issues {
  return Object.fromEntries(
    Object.entries(fields).map(([path, issue]) => [path, { ...issue, server: true as const }]),
  );
}

function belongs(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`);
}

/** An issue inside an object or list belongs to the field that edits the whole. */
export function issueOfField(issues: Issues, field: string): Issue | undefined {
  const inside = issues[field] ? field : Object.keys(issues).find((path) => belongs(path, field));
  return inside === undefined ? undefined : issues[inside];
}

/** Those that no field of the form shows. */
export function strayIssues(issues: Issues, fields: readonly string[]): Issue[] {
  return Object.entries(issues)
    .filter(([path]) => !fields.some((field) => belongs(path, field)))
    .map(([, issue]) => issue);
}

/**
 * What shows after `changed` was changed: of what the schema finds, only those of touched fields; of
 * what the server found, all but that of the changed field. Mending one field may so clear another, as with
 * two passwords that must agree.
 */
export function revalidate(
  known: Issues,
  found: Issues,
  changed: string,
  touched: ReadonlySet<string>,
): Issues {
  const ours = Object.entries(found).filter(
    ([path]) => known[path] || [...touched, changed].some((field) => belongs(path, field)),
  );
  const theirs = Object.entries(known).filter(([path, issue]) => issue.server && !belongs(path, changed));
  return Object.fromEntries([...ours, ...theirs]);
}
