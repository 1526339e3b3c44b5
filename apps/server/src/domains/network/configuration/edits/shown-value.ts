import { CONFIGURATION_LIMITS } from '@airloom/contract/configuration/configuration.limits';
import type { ShownDifference } from '@airloom/contract/configuration/configuration.model';
import { type Difference, differences } from '@airloom/contract/differences';
import { z } from 'zod';
import { shownSwitchPart } from './shown-switch-value.ts';

/** Names of sites and device groups by id. Those of others are left out of what is shown. */
export type NameOf = (id: string) => string | undefined;

export const HIDDEN = '***';
/** Distinguishes secrets while they are compared; documents use the same form. */
const SECRET = /^secret:[0-9a-f]{32}$/;

const storedSecret = z.strictObject({ digest: z.string() });
const keyed = z.array(z.looseObject({ name: z.string() }));
const slots = z.array(z.strictObject({ start: z.string(), end: z.string() }));
const targets = z.union([
  z.object({ kind: z.literal('all') }).transform(() => 'all'),
  z
    .object({ kind: z.literal('sites'), siteUUIDs: z.array(z.string()) })
    .transform((one) => ({ sites: one.siteUUIDs })),
  z
    .object({ kind: z.literal('groups'), groupUUIDs: z.array(z.string()) })
    .transform((one) => ({ groups: one.groupUUIDs })),
]);

/** A stored value in words: names instead of ids, lists as text, parts under their names. */
export function shownValue(value: unknown, nameOf: NameOf): Readonly<Record<string, unknown>> {
  const fields = z.record(z.string(), z.unknown()).parse(value ?? {});
  return Object.fromEntries(
    Object.entries(fields).map(([name, part]) => [
      name,
      name === 'targets'
        ? shownTargets(part, nameOf)
        : (shownSwitchPart(name, part, nameOf) ?? shownPart(part)),
    ]),
  );
}

function shownTargets(value: unknown, nameOf: NameOf): unknown {
  const parsed = targets.parse(value);
  if (typeof parsed === 'string') return parsed;
  return Object.fromEntries(
    Object.entries(parsed).map(([kind, ids]) => [
      kind,
      ids
        .flatMap((id: string) => nameOf(id) ?? [])
        .toSorted()
        .join(', '),
    ]),
  );
}

function shownPart(value: unknown): unknown {
  const secret = storedSecret.safeParse(value);
  if (secret.success) return `secret:${secret.data.digest}`;
  if (Array.isArray(value)) return shownList(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shownPart(part)]));
}

/** A list as text; a list of named parts under their names. */
export function shownList(list: readonly unknown[]): unknown {
  if (list.length === 0) return null;
  const times = slots.safeParse(list);
  if (times.success) return times.data.map(({ start, end }) => `${start}–${end}`).join(', ');
  const named = keyed.safeParse(list);
  if (!named.success) return list.join(', ');
  return Object.fromEntries(named.data.map(({ name, ...rest }) => [name, shownPart(rest)]));
}

/** Differences of two shown values or documents, without secrets. */
export function shownDifferences(before: unknown, after: unknown): ShownDifference[] {
  return differences(before, after).map(withoutSecretsIn);
}

/** Before and after of an edited value. */
export function valueDifferences(before: unknown, after: unknown, nameOf: NameOf): ShownDifference[] {
  const found = expanded(differences(shownValue(before, nameOf), shownValue(after, nameOf)));
  return found.map(withoutSecretsIn).slice(0, CONFIGURATION_LIMITS.differencesMax);
}

/** Parts of values that are new or gone one by one, without the empty ones. */
function expanded(found: readonly Difference[]): Difference[] {
  return found.flatMap(({ path, before, after }): Difference[] => {
    const [old, now] = [before ?? null, after ?? null];
    if (old === null && now === null) return [];
    const isWhole = typeof (old ?? now) === 'object' && (old === null || now === null);
    return isWhole ? expanded(differences(old ?? {}, now ?? {}, path)) : [{ path, before: old, after: now }];
  });
}

function withoutSecretsIn({ path, before, after }: Difference): ShownDifference {
  return { path, before: withoutSecrets(before), after: withoutSecrets(after) };
}

/** As it may be shown and logged. */
export function withoutSecrets(value: unknown): ShownDifference['before'] {
  if (value === undefined) return null;
  const hidden = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'string' && SECRET.test(part) ? HIDDEN : part,
  );
  return JSON.parse(hidden);
}
