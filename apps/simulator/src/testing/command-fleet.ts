import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Fleet, startFleet } from '../fleet/fleet.ts';
import { type Json, recordIn } from '../json.ts';
import type { DeviceKind } from '../simulation/models.ts';
import type { Node } from '../simulation/node.ts';
import { type Caller, TinyGateway } from './tiny-gateway.ts';

const HOUR = 3600;

/** A few devices of every kind, a gateway that sends commands, and a file server. */
export class CommandFleet {
  readonly gateway: TinyGateway;
  readonly fleet: Fleet;
  /** Uploaded files. */
  uploads: Buffer[] = [];
  /** Files for download. */
  image: Buffer = Buffer.alloc(0);
  readonly #files: Server;

  private constructor(gateway: TinyGateway, fleet: Fleet) {
    this.gateway = gateway;
    this.fleet = fleet;
    this.#files = createServer((request, response) => {
      if (request.method === 'GET') return response.end(this.image);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.uploads.push(Buffer.concat(chunks));
        response.end('ok');
      });
    }).listen(0, '127.0.0.1');
  }

  static async open(): Promise<CommandFleet> {
    const gateway = await TinyGateway.open();
    const fleet = await startFleet({
      devices: 0,
      sites: 1,
      seed: 21,
      kinds: { ap: 3, switch: 2, gateway: 1, ac: 2, smart: 2, controller: 1 },
      gateway: gateway.url,
      code: 'code',
      interval: HOUR,
      bootMs: 60,
      secondMs: 30,
    });
    await fleet.ready;
    const all = new CommandFleet(gateway, fleet);
    await once(all.#files, 'listening');
    return all;
  }

  /** Removes injected faults. */
  calm(): void {
    this.fleet.control.fault({}, { configuration: 'none', firmware: 'none' });
    this.uploads = [];
  }

  async close(): Promise<void> {
    await this.fleet.stop();
    await this.gateway.close();
    this.#files.close();
  }

  nodeOf(kind: DeviceKind, at = 0): Node {
    const node = this.fleet.simulation.devices.filter((one) => one.kind === kind)[at];
    if (node === undefined) throw new Error(`There is no ${kind} ${at}`);
    return node;
  }

  callerOf(kind: DeviceKind, at = 0, after?: Caller): Promise<Caller> {
    return this.gateway.caller(this.nodeOf(kind, at).serial, after);
  }

  uriOf(path: string): string {
    return `http://127.0.0.1:${(this.#files.address() as AddressInfo).port}${path}`;
  }

  stateOf(caller: Caller, uuid: number): Promise<Json> {
    return this.gateway.until(() => caller.received('state').find((params) => params['uuid'] === uuid));
  }
}

export const KINDS_THAT_TALK: readonly DeviceKind[] = [
  'ap',
  'ac',
  'gateway',
  'switch',
  'controller',
  'smart',
];

export function statusOf(result: Json): Json {
  return recordIn(result['status']);
}
