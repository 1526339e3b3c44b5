import { recordIn } from '../json.ts';
import { portCounter } from '../simulation/traffic.ts';
import type { Moment } from './ap-state.ts';
import { countersOf } from './counters.ts';
import { switchState } from './switch-state.ts';

/** The switch client lists ports as interfaces without addresses or clients, and does not mark its uplink. */
export function olsState(moment: Moment): object {
  const { node, t } = moment;
  const state = recordIn(switchState(moment));
  const { load, localtime, memory, uptime, poe } = recordIn(state['unit']);
  return {
    version: 1,
    unit: { load, localtime, memory, uptime, poe },
    interfaces: node.ports.map((name, index) => ({
      clients: [],
      counters: countersOf(portCounter(node, name, t), 'switch', 'down'),
      dns_servers: [],
      ipv4: {},
      name,
      location: `/interfaces/${index}`,
      uptime,
    })),
    'link-state': state['link-state'],
    'lldp-peers': state['lldp-peers'],
    'mac-forwarding-table': state['mac-forwarding-table'],
    'default-gateway': [],
  };
}
