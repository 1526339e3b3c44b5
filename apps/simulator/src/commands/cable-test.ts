import { hasBadCable, isOptical } from '../frames/switch-state.ts';
import { isLinked, type Node } from '../simulation/node.ts';
import { hash } from '../simulation/random.ts';

const PAIRS = ['pair-A', 'pair-B', 'pair-C', 'pair-D'];
const SHORTEST = 3;
const LENGTHS = 72;
/** One of three unused sockets has a cable whose other end is free. */
const LOOSE = 3;

/** Measured pairs of the cables at copper ports, by port. A bad cable has an open pair somewhere on its way. */
export function measuredCables(node: Node, ports: readonly string[]): Record<string, object> {
  const copper = ports.filter((port) => node.ports.includes(port) && !isOptical(node, port));
  return Object.fromEntries(copper.map((port) => [port, cableAt(node, port)]));
}

function cableAt(node: Node, port: string): object {
  const linked = isLinked(node, port);
  const key = hash('length', node.key, port);
  const metres = linked || key % LOOSE === 0 ? SHORTEST + (key % LENGTHS) : 0;
  const broken = hasBadCable(node, port) ? PAIRS[key % PAIRS.length] : undefined;
  return {
    'link-status': linked ? 'up' : 'down',
    ...Object.fromEntries(
      PAIRS.map((pair, index) => {
        if (!linked) return [pair, { status: 'open', meters: metres }];
        if (pair === broken) return [pair, { status: 'open', meters: Math.round(metres * 0.6) }];
        // Pairs are twisted differently, so their lengths differ a little.
        return [pair, { status: 'ok', meters: metres + (index % 2) }];
      }),
    ),
  };
}
