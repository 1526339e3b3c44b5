import { createServer, type Server } from 'node:http';
import type { Interface } from 'node:readline';
import type { LinkEnd } from '../device/environment.ts';
import { CONFIGURATION_FAULTS, FIRMWARE_FAULTS } from '../device/faults.ts';
import { type Json, numberIn, readJson, recordIn, textIn } from '../json.ts';
import type { Control, Target } from './control.ts';
import { FAULT_NUMBERS, faultsIn, targetIn } from './fault-command.ts';
import type { Fleet } from './fleet.ts';

/** A control command: help text, a working example, and the action. Returns the number of affected devices. */
interface ControlCommand {
  readonly does: string;
  readonly example: Json;
  act(control: Control, target: Target, command: Json): number;
}

interface Query {
  readonly does: string;
  readonly example: Json;
  answer(fleet: Fleet, command: Json): Json;
}

function number(command: Json, name: string, fallback: number): number {
  return numberIn(command[name]) ?? fallback;
}

function linkEndIn(command: Json): LinkEnd {
  return command['silent'] === true ? 'abandon' : 'close';
}

/** Serial and site of the examples. */
const SERIAL = '96d4ae000000';
const SITE = 'London Store';

/** Control commands by name, from standard input or the control port. */
export const COMMANDS: Readonly<Record<string, ControlCommand>> = {
  offline: {
    does: 'disconnects devices, permanently or for a time; they continue to measure',
    example: { do: 'offline', serial: SERIAL, forMs: 60_000 },
    act: (control, target, command) => control.offline(target, numberIn(command['forMs']) ?? undefined),
  },
  online: {
    does: 'reconnects them',
    example: { do: 'online', serial: SERIAL },
    act: (control, target) => control.online(target),
  },
  stop: {
    does: 'devices fail (*); silent: their connections are not closed',
    example: { do: 'stop', serials: [SERIAL], silent: true },
    act: (control, target, command) => control.stop(target, linkEndIn(command)),
  },
  start: {
    does: 'failed devices come back (*)',
    example: { do: 'start', serials: [SERIAL] },
    act: (control, target) => control.start(target),
  },
  restart: {
    does: 'devices restart and report this reason afterwards (*)',
    example: { do: 'restart', serial: SERIAL, reason: 'crash' },
    act: (control, target, command) => control.restart(target, textIn(command['reason']) ?? 'reboot'),
  },
  blackout: {
    does: 'power of a site, of some devices or of all fails and returns (*); silent: as with stop',
    example: { do: 'blackout', site: SITE, forMs: 60_000, silent: true },
    act: (control, target, command) =>
      control.blackout(target, number(command, 'forMs', 60_000), linkEndIn(command)),
  },
  flap: {
    does: 'the connection breaks and comes back several times; longer than 20 s counts as offline',
    example: { do: 'flap', serial: SERIAL, times: 5, awayMs: 30_000, everyMs: 60_000 },
    act: (control, target, command) =>
      control.flap(
        target,
        number(command, 'times', 5),
        number(command, 'awayMs', 30_000),
        number(command, 'everyMs', 60_000),
      ),
  },
  reconnect: {
    does: 'all devices disconnect at once and reconnect within a time',
    example: { do: 'reconnect', spreadMs: 5000 },
    act: (control, target, command) => control.reconnect(target, number(command, 'spreadMs', 5000)),
  },
  highCpu: {
    does: 'sets the CPU load; without a value back to normal',
    example: { do: 'highCpu', serial: SERIAL, percent: 97 },
    act: (control, target, command) => control.highCpu(target, numberIn(command['percent'])),
  },
  highTemperature: {
    does: 'sets the temperature; without a value back to normal',
    example: { do: 'highTemperature', serial: SERIAL, celsius: 92 },
    act: (control, target, command) => control.highTemperature(target, numberIn(command['celsius'])),
  },
  flapPort: {
    does: 'a port goes down and up several times',
    example: { do: 'flapPort', serial: SERIAL, port: 'Ethernet1', times: 3, everyMs: 1000 },
    act: (control, target, command) =>
      control.flapPort(
        target,
        textIn(command['port']) ?? '',
        number(command, 'times', 1),
        number(command, 'everyMs', 1000),
      ),
  },
  fault: {
    does: [
      `firmware: where upgrades fail (${FIRMWARE_FAULTS.join(', ')})`,
      `configuration: how it is accepted (${CONFIGURATION_FAULTS.join(', ')}), configurationTimes: how often`,
      'rejectedPath, rejectedText: the setting that is rejected (* for any name or index), with these words',
      'awayMs: how long the device is away when it is silent or late',
      'losesConfiguration: restarts without its configuration',
      `${FAULT_NUMBERS.join(', ')}: a bad link or clock; 0 ends it`,
    ].join('; '),
    example: { do: 'fault', site: SITE, configuration: 'partly', rejectedPath: '/radios/*/channel' },
    act: (control, target, command) => control.fault(target, faultsIn(command)),
  },
  reportNow: {
    does: 'devices report at once',
    example: { do: 'reportNow' },
    act: (control, target) => control.reportNow(target),
  },
};

/** Commands that only read. */
export const QUERIES: Readonly<Record<string, Query>> = {
  status: {
    does: 'number of connected devices and of sent reports',
    example: { do: 'status' },
    answer: (fleet) => ({ ...fleet.status() }),
  },
  devices: {
    does: 'all devices with serial, kind, name, site; uplink, manager: serials of the parent and of the controller',
    example: { do: 'devices' },
    answer: ({ simulation }) => ({
      devices: simulation.sites.flatMap((site) =>
        site.nodes.map(({ serial, sn, kind, name, parent, manager }) => ({
          serial,
          sn,
          kind,
          name,
          site: site.name,
          uplink: parent?.serial ?? null,
          manager: manager?.serial ?? null,
        })),
      ),
    }),
  },
  device: {
    does: 'actual figures of a device',
    example: { do: 'device', serial: SERIAL },
    answer(fleet, command) {
      const record = fleet.ledger.device(textIn(command['serial']) ?? '');
      return record ? { ...record, commands: Object.fromEntries(record.commands) } : {};
    },
  },
  client: {
    does: 'actual figures of a client',
    example: { do: 'client', mac: '02:00:00:00:00:01' },
    answer: (fleet, command) => ({ ...recordIn(fleet.ledger.client(textIn(command['mac']) ?? '')) }),
  },
  site: {
    does: 'actual figures of a site',
    example: { do: 'site', site: SITE },
    answer: (fleet, command) => ({ ...recordIn(fleet.ledger.site(textIn(command['site']) ?? '')) }),
  },
  figures: {
    does: 'sums of the reports of a device, per full hour and in total',
    example: { do: 'figures', serial: SERIAL },
    answer({ ledger }, command) {
      const serial = textIn(command['serial']) ?? '';
      const hours = ledger.hours(serial).map(({ hour, reported }) => ({ hour, ...reported }));
      return { hours, now: ledger.reported(serial) };
    },
  },
  sessions: {
    does: 'client sessions according to the reports of a device',
    example: { do: 'sessions', serial: SERIAL },
    answer: ({ ledger }, command) => ({
      sessions: ledger.reportedSessions.of(textIn(command['serial']) ?? ''),
    }),
  },
  links: {
    does: 'connection periods of a device',
    example: { do: 'links', serial: SERIAL },
    answer: ({ ledger }, command) => ({ links: ledger.links(textIn(command['serial']) ?? '') }),
  },
};

/** Runs one command; the answer is a JSON object. */
export function runCommand(fleet: Fleet, command: Json): Json {
  const name = textIn(command['do']) ?? '';
  const query = QUERIES[name];
  if (query) return query.answer(fleet, command);
  const known = COMMANDS[name];
  if (!known)
    return {
      error: `unknown command ${name}`,
      commands: [...Object.keys(COMMANDS), ...Object.keys(QUERIES)],
    };
  return { devices: known.act(fleet.control, targetIn(command), command) };
}

/** Runs a command given as JSON text. */
export function answerTo(fleet: Fleet, text: string): string {
  const command = readJson(text);
  return JSON.stringify(command ? runCommand(fleet, command) : { error: 'no JSON object' });
}

/** One command per line. */
export function listenToLines(fleet: Fleet, lines: Interface, answer: (text: string) => void): void {
  lines.on('line', (line) => {
    if (line.trim() !== '') answer(answerTo(fleet, line));
  });
}

const COMMAND_MAX_BYTES = 64 * 1024;

/** Listens on the loopback address only: it has full control of the fleet. */
export function openControlPort(fleet: Fleet, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > COMMAND_MAX_BYTES) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const command =
        request.method === 'GET' ? { do: 'status' } : readJson(Buffer.concat(chunks).toString());
      response.writeHead(command ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(command ? runCommand(fleet, command) : { error: 'no JSON object' }));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
