import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { callTable } from './all-calls.ts';
import { type Call, defineCall, type InputOf, type OutputOf, type ParsedInputOf } from './call.ts';

const example = defineCall({
  method: 'POST',
  path: '/example',
  access: 'site_manage',
  effect: 'write',
  apiKeys: true,
  demo: false,
  summary: 'An example',
  input: z.object({
    name: z.string(),
    uses: z.number().default(1),
    since: z.iso.datetime().transform(Date.parse),
  }),
  output: z.array(z.object({ id: z.string() })),
});

function send<C extends Call>(_: C, input: InputOf<C>): unknown {
  return input;
}

test('a call has the types of its input, its parsed input and its output', () => {
  expectTypeOf<InputOf<typeof example>>().toEqualTypeOf<{
    name: string;
    uses?: number | undefined;
    since: string;
  }>();
  expectTypeOf<ParsedInputOf<typeof example>>().toEqualTypeOf<{
    name: string;
    uses: number;
    since: number;
  }>();
  expectTypeOf<OutputOf<typeof example>>().toEqualTypeOf<{ id: string }[]>();
  expectTypeOf(example.access).toEqualTypeOf<'site_manage'>();
  expect(example.input.parse({ name: 'x', since: '1970-01-01T00:00:01Z' })).toEqual({
    name: 'x',
    uses: 1,
    since: 1000,
  });
});

test('no call of the product has an input or output of unknown type', () => {
  type Untyped<T> = 0 extends 1 & T ? true : unknown extends T ? true : false;
  type UntypedCalls = {
    [N in keyof typeof callTable]: true extends
      | Untyped<InputOf<(typeof callTable)[N]>>
      | Untyped<OutputOf<(typeof callTable)[N]>>
      ? N
      : never;
  }[keyof typeof callTable];
  expectTypeOf<UntypedCalls>().toEqualTypeOf<never>();
  expect(Object.keys(callTable)).not.toEqual([]);
});

test('a wrong input, a wrong permission and a missing schema do not compile', () => {
  send(example, { name: 'x', since: '' });
  // @ts-expect-error -- the name is missing
  send(example, { since: '' });
  // @ts-expect-error -- a number is no name
  send(example, { name: 1, since: '' });
  // @ts-expect-error -- the input has no such field
  send(example, { name: 'x', since: '', nmae: 'x' });
  // @ts-expect-error -- there is no such permission
  defineCall({ ...example, access: 'site_manged' });
  // @ts-expect-error -- it is not said whether API keys may use it
  defineCall({ ...example, apiKeys: undefined });
  // @ts-expect-error -- it is not said whether the demo may use it
  defineCall({ ...example, demo: undefined });
  // @ts-expect-error -- a public call has no such field
  defineCall({ ...example, access: 'public' });
  // @ts-expect-error -- a call needs an output
  defineCall({ ...example, output: undefined });
  // @ts-expect-error -- the input must be a schema
  defineCall({ ...example, input: { name: 'x' } });
});
