import type { DeviceEvent, PortPowerState, Report } from '@airloom/device-protocol/model';
import { z } from 'zod';
import type { InFlight } from './command-lifecycle.ts';

const cycled = z.object({ ports: z.array(z.object({ name: z.string(), offMs: z.number() })) });

function cycledBy({ command, params }: InFlight) {
  return command === 'powerCycle' ? cycled.parse(params).ports : [];
}

/** Ports of a power cycle that a report shows without power. Ports that power nothing always search, which shows nothing. */
export function offInReport(command: InFlight, { ports }: Report): string[] {
  return cycledBy(command)
    .map(({ name }) => name)
    .filter((name) => ports.some((port) => port.name === name && port.power?.state === 'disabled'));
}

/** The port of a power cycle that lost its power or link by an event. */
export function offInEvent(command: InFlight, { happening }: DeviceEvent): string[] {
  const isOff =
    happening.type === 'portDown' ||
    (happening.type === 'portPower' && (happening.state === 'disabled' || happening.state === 'searching'));
  if (!isOff) return [];
  return cycledBy(command)
    .map(({ name }) => name)
    .filter((name) => name === happening.port);
}

const POWERED: readonly PortPowerState[] = ['delivering', 'searching'];

/** Whether all ports were off and a report measured after the cycle (`at`) shows their power on. */
export function isPoweredAgain(command: InFlight, { ports }: Report, at: number): boolean {
  return cycledBy(command).every(({ name, offMs }) => {
    const state = ports.find((port) => port.name === name)?.power?.state;
    const isOn = state !== undefined && POWERED.includes(state);
    return command.seenOff.includes(name) && at >= command.sentAt + offMs && isOn;
  });
}
