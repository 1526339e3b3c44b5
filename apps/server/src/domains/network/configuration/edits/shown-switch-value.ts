import { prefixLength } from '@airloom/contract/formats/network/subnet-mask';
import { z } from 'zod';
import type { NameOf } from './shown-value.ts';

const ports = z.array(z.looseObject({ port: z.string(), profileUUID: z.string().nullish() }));
const vlans = z.array(z.strictObject({ id: z.number(), name: z.string() }));
const models = z.array(z.strictObject({ model: z.string(), ports: z.string() }));
const routes = z.array(
  z.strictObject({ destination: z.string(), mask: z.string(), nextHop: z.string(), metric: z.number() }),
);

/** Lists of switch settings under their names, so that differences do not depend on positions; undefined for other fields. */
export function shownSwitchPart(field: string, value: unknown, nameOf: NameOf): unknown {
  switch (field) {
    case 'ports':
      return byName(ports.safeParse(value).data?.map((one) => shownPort(one, nameOf)));
    case 'vlans':
      return byName(vlans.safeParse(value).data?.map(({ id, name }) => [String(id), name]));
    case 'models':
      return byName(models.safeParse(value).data?.map((one) => [one.model, one.ports]));
    case 'routes':
      return byName(routes.safeParse(value).data?.map((one) => [routeName(one), one.metric]));
    default:
      return undefined;
  }
}

function byName(entries: readonly (readonly [string, unknown])[] | undefined): unknown {
  return entries === undefined ? undefined : Object.fromEntries(entries);
}

function shownPort(
  { port, profileUUID, allowedVlans, ...rest }: z.infer<typeof ports>[number],
  nameOf: NameOf,
): [string, unknown] {
  return [
    port,
    {
      ...rest,
      ...(Array.isArray(allowedVlans) ? { allowedVlans: allowedVlans.join(', ') } : {}),
      ...(profileUUID == null ? {} : { profile: nameOf(profileUUID) ?? '' }),
    },
  ];
}

/** `10.0.0.0/8 → 192.0.2.1` */
export function routeName({
  destination,
  mask,
  nextHop,
}: {
  readonly destination: string;
  readonly mask: string;
  readonly nextHop: string;
}): string {
  return `${destination}/${prefixLength(mask) ?? 0} → ${nextHop}`;
}
