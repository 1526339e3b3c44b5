import { PORT_SPEEDS } from '@airloom/contract/switches/port.rules';
import type { PortSettings } from '../document.ts';
import type { Contributor } from './contributor.ts';
import { snoopsDhcp, type WantedPort, wantedPorts } from './switch-ports.ts';

const DEFAULT_SPEED = 1000;
/** Faster links are always full duplex. */
const HALF_DUPLEX_SPEEDS = new Set([10, 100]);
const MILLIWATTS = 1000;

/** All ports of a switch with their settings, equal ones in one entry. */
export const ports: Contributor = (input, report) => {
  if (input.kind !== 'switch') return {};
  const wanted = wantedPorts(input, report);
  const snoops = snoopsDhcp(wanted);
  const alike = Map.groupBy(wanted, (port) => JSON.stringify(portSettings(port, snoops)));
  return {
    ethernet: [...alike.values()].flatMap((some) =>
      some.slice(0, 1).map((first) => ({
        'select-ports': some.map(({ name }) => name),
        ...portSettings(first, snoops),
      })),
    ),
  };
};

function portSettings(port: WantedPort, snoops: boolean): Omit<PortSettings, 'select-ports'> {
  const { label, value } = port;
  const speed = speedOf(port);
  const isFixed = value.speed === undefined ? null : value.speed !== 'auto';
  const negotiated = isFixed === null ? port.negotiated : !isFixed;
  const isHalf = value.duplex === undefined ? port.fullDuplex === false : value.duplex === 'half';
  return {
    speed,
    duplex: isHalf && (value.duplex === undefined || HALF_DUPLEX_SPEEDS.has(speed)) ? 'half' : 'full',
    ...(negotiated === null ? {} : { autoneg: negotiated }),
    enabled: value.enabled ?? port.enabled !== false,
    ...(label === '' ? {} : { name: label }),
    ...powerOf(port),
    ...(value.broadcastLimitPps == null
      ? {}
      : { 'storm-control': { 'broadcast-pps': value.broadcastLimitPps } }),
    ...(snoops ? { 'dhcp-snoop-port': { 'dhcp-snoop-port-trust': value.dhcpTrusted !== false } } : {}),
  };
}

function speedOf({ value, speedMbps }: WantedPort): number {
  if (typeof value.speed === 'number') return value.speed;
  // One speed that the client does not accept makes it refuse the whole document.
  return PORT_SPEEDS.findLast((speed) => speedMbps !== null && speed <= speedMbps) ?? DEFAULT_SPEED;
}

/** A PoE port loses its power unless its entry enables it. */
function powerOf({ value, poe }: WantedPort): Pick<PortSettings, 'poe'> {
  if (poe === null) return {};
  return {
    poe: {
      'admin-mode': value.poe ?? poe,
      ...(value.poeLimitWatts == null ? {} : { 'power-limit': value.poeLimitWatts * MILLIWATTS }),
      ...(value.poePriority === undefined ? {} : { priority: value.poePriority }),
    },
  };
}
