import { documentSchema } from '@airloom/device-protocol/configuration/document-schema';
import type { Json } from '../json.ts';
import { refused } from './rejections.ts';

type Issue = NonNullable<ReturnType<typeof documentSchema.safeParse>['error']>['issues'][number];

export interface Fault {
  readonly path: string;
  readonly text: string;
}

/** Wrong values of a document. Devices have defaults for missing values and ignore unknown ones. */
export function schemaFaults(document: Json): Fault[] {
  const { error } = documentSchema.safeParse(document, { reportInput: true });
  return (error?.issues ?? [])
    .filter(({ code, input }) => code !== 'unrecognized_keys' && input !== undefined)
    .map((issue) => {
      const path = `/${issue.path.map(String).join('/')}`;
      return { path, text: refused(path, textOf(issue)) };
    });
}

function textOf(issue: Issue): string {
  switch (issue.code) {
    case 'too_big':
      return `Value must be ${limit(issue.origin, 'lower than or equal to', 'at most', issue.maximum)}`;
    case 'too_small':
      return `Value must be ${limit(issue.origin, 'bigger than or equal to', 'at least', issue.minimum)}`;
    case 'invalid_type':
      return `Value must be of type ${issue.expected}`;
    case 'invalid_value':
      return `Value must be one of [ ${issue.values.map(String).join(', ')} ]`;
    default:
      return 'Value is not valid';
  }
}

function limit(origin: string, ofNumbers: string, ofOthers: string, bound: number | bigint): string {
  if (origin === 'string') return `${ofOthers} ${bound} characters long`;
  return origin === 'array' ? `a list of ${ofOthers} ${bound} items` : `${ofNumbers} ${bound}`;
}
