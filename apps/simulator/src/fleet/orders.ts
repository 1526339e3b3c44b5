import { createServer, type Server } from 'node:http';
import type { Interface } from 'node:readline';
import type { Parting } from '../device/surroundings.ts';
import { type Json, numberIn, readJson, recordIn, textIn, textsIn } from '../json.ts';
import type { Control, Target } from './control.ts';
import type { Fleet } from './fleet.ts';

function targetIn(order: Json): Target {
  const serial = textIn(order['serial']);
  const site = textIn(order['site']);
  const serials = textsIn(order['serials']);
  return {
    ...(serial === null ? {} : { serial }),
    ...(site === null ? {} : { site }),
    ...(serials.length === 0 ? {} : { serials }),
    ...(order['behind'] === true ? { behind: true } : {}),
  };
}

/** What can be asked of a fleet: in words for whoever reads the help, with an example that works. */
interface Order {
  readonly does: string;
  readonly example: Json;
  act(control: Control, target: Target, order: Json): number;
}

interface Question {
  readonly does: string;
  readonly example: Json;
  answer(fleet: Fleet, order: Json): Json;
}

function number(order: Json, name: string, otherwise: number): number {
  return numberIn(order[name]) ?? otherwise;
}

function partingIn(order: Json): Parting {
  return order['silent'] === true ? 'abandon' : 'close';
}

/** Stand for a device and a site in examples. */
const SERIAL = '96d4ae000000';
const SITE = 'London Store';

const FAULT_NUMBERS = ['skewMs', 'slowMs', 'lateMs', 'dropPercent', 'duplicatePercent'] as const;
const CONFIGURATION_FAULTS = ['none', 'partly', 'refused'] as const;
const FIRMWARE_FAULTS = ['none', 'download', 'install', 'boot'] as const;

function faultsIn(order: Json): Parameters<Control['fault']>[1] {
  const figures = FAULT_NUMBERS.flatMap((name) => {
    const figure = numberIn(order[name]);
    return figure === null ? [] : [[name, figure] as const];
  });
  const configuration = CONFIGURATION_FAULTS.find((one) => one === order['configuration']);
  const firmware = FIRMWARE_FAULTS.find((one) => one === order['firmware']);
  return {
    ...Object.fromEntries(figures),
    ...(configuration ? { configuration } : {}),
    ...(firmware ? { firmware } : {}),
  };
}

/** Orders by name, as they come over a line or the control port. */
export const ORDERS: Readonly<Record<string, Order>> = {
  offline: {
    does: 'cuts the way to the cloud, for good or for a while; the devices go on measuring',
    example: { do: 'offline', serial: SERIAL, forMs: 60_000 },
    act: (control, target, order) => control.offline(target, numberIn(order['forMs']) ?? undefined),
  },
  online: {
    does: 'opens it again',
    example: { do: 'online', serial: SERIAL },
    act: (control, target) => control.online(target),
  },
  stop: {
    does: 'devices fail without a word (*); silent: their connections do not even break',
    example: { do: 'stop', serials: [SERIAL], silent: true },
    act: (control, target, order) => control.stop(target, partingIn(order)),
  },
  start: {
    does: 'those that failed come back (*)',
    example: { do: 'start', serials: [SERIAL] },
    act: (control, target) => control.start(target),
  },
  restart: {
    does: 'devices restart, for a reason they tell afterwards (*)',
    example: { do: 'restart', serial: SERIAL, reason: 'crash' },
    act: (control, target, order) => control.restart(target, textIn(order['reason']) ?? 'reboot'),
  },
  blackout: {
    does: 'the power of a site, of some or of all fails and returns (*); silent: as with stop',
    example: { do: 'blackout', site: SITE, forMs: 60_000, silent: true },
    act: (control, target, order) =>
      control.blackout(target, number(order, 'forMs', 60_000), partingIn(order)),
  },
  flap: {
    does: 'the way to the cloud breaks and comes back, so many times; away longer than 20 s is offline',
    example: { do: 'flap', serial: SERIAL, times: 5, awayMs: 30_000, everyMs: 60_000 },
    act: (control, target, order) =>
      control.flap(
        target,
        number(order, 'times', 5),
        number(order, 'awayMs', 30_000),
        number(order, 'everyMs', 60_000),
      ),
  },
  reconnect: {
    does: 'everybody hangs up at once and calls again within a time',
    example: { do: 'reconnect', spreadMs: 5000 },
    act: (control, target, order) => control.reconnect(target, number(order, 'spreadMs', 5000)),
  },
  highCpu: {
    does: 'the CPU is as busy as said; without a figure as before',
    example: { do: 'highCpu', serial: SERIAL, percent: 97 },
    act: (control, target, order) => control.highCpu(target, numberIn(order['percent'])),
  },
  highTemperature: {
    does: 'it is as hot as said; without a figure as before',
    example: { do: 'highTemperature', serial: SERIAL, celsius: 92 },
    act: (control, target, order) => control.highTemperature(target, numberIn(order['celsius'])),
  },
  flapPort: {
    does: 'a port goes down and up again, so many times',
    example: { do: 'flapPort', serial: SERIAL, port: 'Ethernet1', times: 3, everyMs: 1000 },
    act: (control, target, order) =>
      control.flapPort(
        target,
        textIn(order['port']) ?? '',
        number(order, 'times', 1),
        number(order, 'everyMs', 1000),
      ),
  },
  fault: {
    does: [
      `firmware: where upgrades fail (${FIRMWARE_FAULTS.join(', ')})`,
      `configuration: how it is taken (${CONFIGURATION_FAULTS.join(', ')})`,
      `${FAULT_NUMBERS.join(', ')}: a bad link or clock; 0 ends it`,
    ].join('; '),
    example: { do: 'fault', site: SITE, firmware: 'install', dropPercent: 5 },
    act: (control, target, order) => control.fault(target, faultsIn(order)),
  },
  reportNow: {
    does: 'devices report at once',
    example: { do: 'reportNow' },
    act: (control, target) => control.reportNow(target),
  },
};

/** What only asks and changes nothing. */
export const QUESTIONS: Readonly<Record<string, Question>> = {
  status: {
    does: 'how many are connected, and what they sent',
    example: { do: 'status' },
    answer: (fleet) => ({ ...fleet.status() }),
  },
  devices: {
    does: 'everybody with serial, kind, name, site; uplink, manager: serials of what it hangs at, and of its controller',
    example: { do: 'devices' },
    answer: ({ world }) => ({
      devices: world.sites.flatMap((site) =>
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
    does: 'what a device truly measured and did',
    example: { do: 'device', serial: SERIAL },
    answer(fleet, order) {
      const truth = fleet.ledger.device(textIn(order['serial']) ?? '');
      return truth ? { ...truth, commands: Object.fromEntries(truth.commands) } : {};
    },
  },
  client: {
    does: 'the same of a client',
    example: { do: 'client', mac: '02:00:00:00:00:01' },
    answer: (fleet, order) => ({ ...recordIn(fleet.ledger.client(textIn(order['mac']) ?? '')) }),
  },
  site: {
    does: 'the same of a site',
    example: { do: 'site', site: SITE },
    answer: (fleet, order) => ({ ...recordIn(fleet.ledger.site(textIn(order['site']) ?? '')) }),
  },
  told: {
    does: 'what the reports of a device make, by full hours and so far',
    example: { do: 'told', serial: SERIAL },
    answer({ ledger }, order) {
      const serial = textIn(order['serial']) ?? '';
      const hours = ledger.hours(serial).map(({ hour, told }) => ({ hour, ...told }));
      return { hours, now: ledger.told(serial) };
    },
  },
  stays: {
    does: 'what the reports of a device make of the stays of its clients',
    example: { do: 'stays', serial: SERIAL },
    answer: ({ ledger }, order) => ({ stays: ledger.stays.of(textIn(order['serial']) ?? '') }),
  },
  links: {
    does: 'when a device was connected',
    example: { do: 'links', serial: SERIAL },
    answer: ({ ledger }, order) => ({ links: ledger.links(textIn(order['serial']) ?? '') }),
  },
};

/** Carries out one order; the answer is one too. */
export function carryOut(fleet: Fleet, order: Json): Json {
  const name = textIn(order['do']) ?? '';
  const question = QUESTIONS[name];
  if (question) return question.answer(fleet, order);
  const known = ORDERS[name];
  if (!known)
    return { error: `no order ${name}`, orders: [...Object.keys(ORDERS), ...Object.keys(QUESTIONS)] };
  return { devices: known.act(fleet.control, targetIn(order), order) };
}

/** An order as somebody types it. */
export function answerTo(fleet: Fleet, text: string): string {
  const order = readJson(text);
  return JSON.stringify(order ? carryOut(fleet, order) : { error: 'no JSON object' });
}

/** One order per line. */
export function listenToLines(fleet: Fleet, lines: Interface, answer: (text: string) => void): void {
  lines.on('line', (line) => {
    if (line.trim() !== '') answer(answerTo(fleet, line));
  });
}

const ORDER_MAX_BYTES = 64 * 1024;

/** On this machine only: it can do what it likes to the fleet. */
export function openControlPort(fleet: Fleet, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > ORDER_MAX_BYTES) request.destroy();
      else chunks.push(chunk);
    });
    request.on('end', () => {
      const order = request.method === 'GET' ? { do: 'status' } : readJson(Buffer.concat(chunks).toString());
      response.writeHead(order ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(order ? carryOut(fleet, order) : { error: 'no JSON object' }));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
