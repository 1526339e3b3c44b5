import type { SwitchPort } from '../base-settings.ts';
import type { PortSettings } from '../document.ts';
import type { Contributor } from './contributor.ts';

/** The speeds a switch accepts, in Mbit/s. */
const PORT_SPEEDS = new Set([10, 100, 1000, 2500, 5000, 10_000, 25_000, 40_000, 50_000, 100_000, 200_000]);
const DEFAULT_SPEED = 1000;

/** All ports of a switch with their current settings, equal ones in one entry. */
export const ports: Contributor = ({ kind, base }) => {
  if (kind !== 'switch') return {};
  const alike = Map.groupBy(base.switchPorts, (port) => JSON.stringify(portSettings(port)));
  return {
    ethernet: [...alike.values()].flatMap((some) =>
      some.slice(0, 1).map((first) => ({
        'select-ports': some.map(({ name }) => name),
        ...portSettings(first),
      })),
    ),
  };
};

function portSettings({
  speedMbps,
  fullDuplex,
  poe,
  enabled,
  negotiated,
}: SwitchPort): Omit<PortSettings, 'select-ports'> {
  return {
    speed: speedMbps !== null && PORT_SPEEDS.has(speedMbps) ? speedMbps : DEFAULT_SPEED,
    duplex: fullDuplex === false ? 'half' : 'full',
    ...(negotiated === null ? {} : { autoneg: negotiated }),
    enabled: enabled !== false,
    // A PoE port loses its power unless its entry enables it.
    ...(poe === null ? {} : { poe: { 'admin-mode': poe } }),
  };
}
