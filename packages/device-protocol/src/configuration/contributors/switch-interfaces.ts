import { prefixLength } from '@airloom/contract/formats/network/subnet-mask';
import { DEFAULT_VLAN } from '@airloom/contract/switches/switch.rules';
import { isDefaultRoute } from '@airloom/contract/switches/uplink';
import type { AddressSettings, InterfaceSettings } from '../document.ts';
import type { CompileInput } from './contributor.ts';
import { snoopsDhcp, taggedVlans, untaggedVlan, type WantedPort, wantedPorts } from './switch-ports.ts';

/** One interface for each VLAN; the switch is reached in the default VLAN. */
export function switchInterfaces(input: CompileInput, reachedBy: readonly string[]): InterfaceSettings[] {
  const ports = wantedPorts(input, () => undefined);
  const named = new Map((input.effective.switch?.vlans?.value ?? []).map(({ id, name }) => [id, name]));
  const ids = new Set([DEFAULT_VLAN, ...named.keys(), ...ports.flatMap(vlansOf)]);
  const snooping = snoopsDhcp(ports) ? { 'dhcp-snoop-vlan-enable': true } : {};
  const taken = new Set<string>();
  return [...ids]
    .toSorted((one, other) => one - other)
    .map((id) => {
      const isManagement = id === DEFAULT_VLAN;
      return {
        name: nameOf(id, named.get(id) ?? '', taken),
        role: 'upstream',
        services: isManagement ? reachedBy : [],
        vlan: { id, proto: '802.1q' },
        ethernet: [
          ...portsWith('un-tagged', (port) => untaggedVlan(port) === id),
          ...portsWith('tagged', (port) => taggedVlans(port).includes(id)),
        ],
        ipv4: { ...(isManagement ? addressOf(input) : { addressing: 'none' }), ...snooping },
      };
    });

  function portsWith(
    tag: 'tagged' | 'un-tagged',
    belongs: (port: WantedPort) => boolean,
  ): InterfaceSettings['ethernet'] {
    const names = ports.filter(belongs).map(({ name }) => name);
    return names.length === 0 ? [] : [{ 'select-ports': names, 'vlan-tag': tag }];
  }
}

function vlansOf(port: WantedPort): number[] {
  return [untaggedVlan(port), ...taggedVlans(port)];
}

const UNNAMED = /^VLAN\d+$/;

/** Names of interfaces are unique; none has the name of an unnamed VLAN. */
function nameOf(id: number, wanted: string, taken: Set<string>): string {
  const name = wanted === '' || taken.has(wanted) || UNNAMED.test(wanted) ? `VLAN${id}` : wanted;
  taken.add(name);
  return name;
}

const DEFAULT_ROUTE = { prefix: '0.0.0.0/0', metric: 1 };

function addressOf({ effective }: CompileInput): AddressSettings {
  const { base, routes: own, kept } = effective.switch ?? {};
  const { ip = '', mask = '', gateway = '' } = kept?.address ?? base?.value ?? {};
  const wanted = own?.value ?? [];
  const all =
    kept?.defaultRoutes === undefined
      ? wanted
      : [...wanted.filter((route) => !isDefaultRoute(route)), ...kept.defaultRoutes];
  const routes = [
    ...(gateway === '' ? [] : [{ ...DEFAULT_ROUTE, nexthop: gateway }]),
    ...all.map((route) => ({
      prefix: `${route.destination}/${prefixLength(route.mask) ?? 0}`,
      nexthop: route.nextHop,
      metric: route.metric,
    })),
  ];
  return {
    ...(ip === ''
      ? { addressing: 'dynamic' }
      : { addressing: 'static', subnet: [{ prefix: `${ip}/${prefixLength(mask) ?? 0}` }] }),
    ...(routes.length === 0 ? {} : { gateway: routes }),
  };
}
