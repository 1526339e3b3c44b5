import type { Node } from '../simulation/node.ts';

/** `Ethernet*` matches all ports with this prefix. */
export function selectedPorts(node: Node, names: readonly string[]): string[] {
  return node.ports.filter((port) =>
    names.some((name) => (name.endsWith('*') ? port.startsWith(name.slice(0, -1)) : port === name)),
  );
}
