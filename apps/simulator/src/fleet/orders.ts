import { createServer, type Server } from 'node:http';
import type { Interface } from 'node:readline';
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
  };
}

type Order = (control: Control, target: Target, order: Json) => number;

function number(order: Json, name: string, otherwise: number): number {
  return numberIn(order[name]) ?? otherwise;
}

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
const ORDERS: Readonly<Record<string, Order>> = {
  offline: (control, target, order) => control.offline(target, numberIn(order['forMs']) ?? undefined),
  online: (control, target) => control.online(target),
  blackout: (control, target, order) => control.blackout(target.site ?? '', number(order, 'forMs', 60_000)),
  reconnect: (control, target, order) => control.reconnect(target, number(order, 'spreadMs', 5000)),
  restart: (control, target, order) => control.restart(target, textIn(order['reason']) ?? 'reboot'),
  stop: (control, target) => control.stop(target),
  start: (control, target) => control.start(target),
  highCpu: (control, target, order) => control.highCpu(target, numberIn(order['percent'])),
  highTemperature: (control, target, order) => control.highTemperature(target, numberIn(order['celsius'])),
  flapPort: (control, target, order) =>
    control.flapPort(
      target,
      textIn(order['port']) ?? '',
      number(order, 'times', 1),
      number(order, 'everyMs', 1000),
    ),
  fault: (control, target, order) => control.fault(target, faultsIn(order)),
  reportNow: (control, target) => control.reportNow(target),
};

/** Carries out one order; the answer is one too. Asking (`status`, `device`, `client`, `site`) changes nothing. */
export function carryOut(fleet: Fleet, order: Json): Json {
  const name = textIn(order['do']) ?? '';
  const asked = ask(fleet, name, order);
  if (asked !== null) return asked;
  const act = ORDERS[name];
  if (!act) return { error: `no order ${name}`, orders: Object.keys(ORDERS) };
  return { devices: act(fleet.control, targetIn(order), order) };
}

function ask(fleet: Fleet, name: string, order: Json): Json | null {
  switch (name) {
    case 'status':
      return { ...fleet.status() };
    case 'device': {
      const truth = fleet.ledger.device(textIn(order['serial']) ?? '');
      return truth ? { ...truth, commands: Object.fromEntries(truth.commands) } : {};
    }
    case 'client':
      return { ...recordIn(fleet.ledger.client(textIn(order['mac']) ?? '')) };
    case 'site':
      return { ...recordIn(fleet.ledger.site(textIn(order['site']) ?? '')) };
    case 'devices':
      return {
        devices: fleet.world.devices.map(({ serial, sn, kind, name: called, site }) => ({
          serial,
          sn,
          kind,
          name: called,
          site: fleet.world.sites[site]?.name,
        })),
      };
    default:
      return null;
  }
}

/** One order per line. */
export function listenToLines(fleet: Fleet, lines: Interface, answer: (text: string) => void): void {
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    const order = readJson(line);
    answer(JSON.stringify(order ? carryOut(fleet, order) : { error: 'no JSON object' }));
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
