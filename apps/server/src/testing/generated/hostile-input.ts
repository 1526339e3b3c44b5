import fc from 'fast-check';
import { z } from 'zod';

/** Texts that commonly break products: SQL, HTML, shell, formulas, odd Unicode, sizes. */
const NASTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  "' or 1=1; drop table site; --",
  '"; select pg_sleep(10); --',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "=cmd|' /C calc'!A0",
  '{{constructor.constructor("return process")()}}',
  '${7*7}',
  '../../../../etc/passwd',
  '%00%2e%2e%2f',
  '\ud800',
  '‮gnp.exe',
  '👩‍👩‍👧‍👦'.repeat(20),
  'ｆｕｌｌｗｉｄｔｈ',
  '中文'.repeat(50),
  'Zażółć gęślą jaźń',
  'x'.repeat(100_000),
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e400',
  '-1',
  '9'.repeat(40),
  '00000000-0000-0000-0000-000000000000',
  'not-a-uuid',
];

const nasty = fc.constantFrom(...NASTY);
export const wrongType: fc.Arbitrary<unknown> = fc.oneof(
  nasty,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1e308,
    [],
    {},
    [[]],
    { toString: 1 },
    JSON.parse('{"__proto__":{"admin":true}}'),
  ),
  fc.double(),
  fc.array(nasty, { maxLength: 3 }),
  fc.dictionary(nasty, nasty, { maxKeys: 3 }),
);

type Schema = z.core.JSONSchema.BaseSchema;

/** Inputs for a schema: mostly valid shapes with hostile leaves, sometimes invalid shapes. */
export function hostileInput(schema: z.ZodType, known: readonly string[]): fc.Arbitrary<unknown> {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return fc.oneof({ weight: 6, arbitrary: fromSchema(shape, known) }, { weight: 1, arbitrary: wrongType });
}

function fromSchema(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: wellShaped(schema, known) }, { weight: 1, arbitrary: wrongType });
}

function wellShaped(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const either = schema.anyOf ?? schema.oneOf;
  if (either)
    return fc.oneof(
      ...either.filter((option) => typeof option === 'object').map((option) => fromSchema(option, known)),
    );
  switch (schema.type) {
    case 'object':
      return object(schema, known);
    case 'array':
      return fc.array(
        typeof schema.items === 'object' && !Array.isArray(schema.items)
          ? fromSchema(schema.items, known)
          : nasty,
        {
          maxLength: 8,
        },
      );
    case 'string':
      return text(schema, known);
    case 'integer':
    case 'number':
      return number(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return wrongType;
  }
}

function object(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, typeof field === 'object' ? fromSchema(field, known) : wrongType] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

/** At its bounds, just beyond them, an existing id, or a hostile value. */
function text(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  const max = schema.maxLength ?? 64;
  const bounds = [schema.minLength ?? 0, max, max + 1].map((length) => 'a1_'.repeat(length).slice(0, length));
  const formats: string[] =
    schema.format === 'uuid'
      ? [...known]
      : ['+48 600100200', 'someone@example.org', 'UTC+01:00', 'PL', '123456', '2030-01-01T00:00:00.000Z'];
  return fc.oneof(
    fc.constantFrom(...bounds, ...formats),
    nasty,
    fc.string({ unit: 'binary', maxLength: max + 2 }),
  );
}

function number(schema: Schema): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 1000 } = schema;
  return fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1, 0.5, Number.MAX_SAFE_INTEGER, -0);
}
