import { randomInt } from 'node:crypto';
import { VIRTUAL_KINDS, type VirtualKinds, virtualTotal } from '@airloom/contract/devices/virtual.calls';
import { audit } from '../../../../platform/audit.ts';
import type { Transaction } from '../../../../platform/database/database.ts';
import { publishEvent } from '../../../../platform/events/outbox.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { shareSite } from '../../../people/organizations/index.ts';
import { revokeOwnCertificates } from '../claims/claims.repository.ts';
import { changeDevices, loggedDevice } from '../device-change.ts';
import { removeDevices } from '../presence/locked-devices.repository.ts';
import { requireOperable } from '../reach.ts';
import * as repository from './virtual-fleets.repository.ts';

const SEED_MAX = 2 ** 31;

export interface VirtualDevicesView {
  readonly kinds: VirtualKinds | null;
  readonly online: number;
  readonly room: number;
  readonly available: boolean;
}

/** Starts and removes simulated devices of sites. The processes that simulate them follow the stored fleets. */
export class VirtualFleets {
  readonly #platform: Platform;
  /** Where devices connect, once that is known. */
  readonly #gatewayPort: () => number | null;
  /** The console is one process: starts that wait for each other keep the limit of the installation. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(platform: Platform, gatewayPort: () => number | null) {
    this.#platform = platform;
    this.#gatewayPort = gatewayPort;
  }

  async view(scope: Scope, siteUUID: string): Promise<VirtualDevicesView> {
    const { database, quotas } = this.#platform;
    const free = this.#freeHere(await this.#countAll());
    return database.withTenant(scope, async (tx) => {
      await requireSite(tx, scope, siteUUID);
      const fleet = await repository.fleetOfSite(tx, scope, siteUUID);
      const ofAccount = await quotas.roomNow(tx, scope, 'virtualDevices');
      const room = fleet === undefined ? Math.min(quotas.limit('virtualDevicesPerSite'), ofAccount, free) : 0;
      return {
        kinds: fleet === undefined ? null : { gateway: fleet.gateway, switch: fleet.switch, ap: fleet.ap },
        online: fleet?.online ?? 0,
        room,
        available: this.#isPossible() && !(await repository.isDemoAccount(tx, scope)),
      };
    });
  }

  start(scope: Scope, siteUUID: string, kinds: VirtualKinds): Promise<null> {
    const started = this.#turn.then(() => this.#start(scope, siteUUID, kinds));
    this.#turn = started.catch(() => undefined);
    return started;
  }

  async #start(scope: Scope, siteUUID: string, kinds: VirtualKinds): Promise<null> {
    const adding = virtualTotal(kinds);
    const all = await this.#countAll();
    const { quotas } = this.#platform;
    return changeDevices(this.#platform, scope, async (tx) => {
      const site = await requireSite(tx, scope, siteUUID);
      requireOperable(
        scope,
        VIRTUAL_KINDS.filter((kind) => kinds[kind] > 0),
      );
      if (!this.#isPossible() || (await repository.isDemoAccount(tx, scope))) {
        throw new Failure('virtualDevicesUnavailable');
      }
      if ((await repository.fleetOfSite(tx, scope, siteUUID)) !== undefined) {
        throw new Failure('virtualDevicesExist');
      }
      await quotas.require(tx, scope, 'virtualDevicesPerSite', { adding, part: [siteUUID] });
      await quotas.require(tx, scope, 'virtualDevices', { adding });
      if (adding > this.#freeHere(all)) {
        throw new Failure('virtualDevicesFull', { maximum: this.#platform.settings.VIRTUAL_DEVICES_MAX });
      }
      const room = await quotas.room(tx, scope, 'devices');
      if (adding > room) throw quotas.reached('devices', quotas.limit('devices') - room);
      await repository.insertFleet(tx, scope, { siteId: siteUUID, seed: randomInt(SEED_MAX), kinds });
      await publishEvent(tx, scope.tenant, 'VirtualFleetsChanged', {});
      return {
        change: audit.object(
          'site',
          site,
          { sites: [siteUUID] },
          audit.values(null, { virtualDevices: adding }),
        ),
        answer: null,
      };
    });
  }

  remove(scope: Scope, siteUUID: string): Promise<{ removed: number }> {
    return changeDevices(this.#platform, scope, async (tx) => {
      const site = await requireSite(tx, scope, siteUUID);
      if (!(await repository.deleteFleet(tx, scope, siteUUID))) throw new Failure('notFound');
      // First, and waits for devices that enrol with them: none may follow.
      await repository.deleteFleetCodes(tx, scope, siteUUID);
      const devices = await repository.lockVirtualDevices(tx, scope, siteUUID);
      requireOperable(
        scope,
        devices.map(({ kind }) => kind),
      );
      const deviceIds = devices.map(({ id }) => id);
      await revokeOwnCertificates(tx, scope, deviceIds, this.#platform.now());
      await removeDevices(tx, scope, deviceIds);
      await publishEvent(tx, scope.tenant, 'VirtualFleetsChanged', {});
      await publishEvent(tx, scope.tenant, 'DevicesRefused', { deviceIds });
      await publishEvent(tx, scope.tenant, 'VirtualDevicesRemoved', { deviceIds });
      const values = audit.values({ virtualDevices: devices.length }, null);
      return {
        change: [
          audit.object('site', site, { sites: [siteUUID] }, values),
          ...devices.map((device) => loggedDevice(device)),
        ],
        answer: { removed: devices.length },
      };
    });
  }

  /** They connect to the gateway of this process, or of another one. */
  #isPossible(): boolean {
    const { VIRTUAL_DEVICES_MAX, GATEWAY_ADDRESS } = this.#platform.settings;
    return VIRTUAL_DEVICES_MAX > 0 && (this.#gatewayPort() !== null || GATEWAY_ADDRESS !== undefined);
  }

  #countAll(): Promise<number> {
    return this.#platform.database.asSystem((tx) => repository.countVirtualDevices(tx));
  }

  #freeHere(all: number): number {
    return Math.max(0, this.#platform.settings.VIRTUAL_DEVICES_MAX - all);
  }
}

async function requireSite(tx: Transaction, scope: Scope, siteUUID: string) {
  const site = await shareSite(tx, scope, siteUUID);
  if (site === undefined) throw new Failure('notFound');
  return site;
}
