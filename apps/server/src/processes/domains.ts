import { createAlarms } from '../domains/monitoring/alarms/index.ts';
import { createBigScreen } from '../domains/monitoring/big-screen/index.ts';
import { createTerminals } from '../domains/monitoring/clients/index.ts';
import { createMessages, Inbox } from '../domains/monitoring/messages/index.ts';
import { createNotices } from '../domains/monitoring/notices/index.ts';
import { createPorts } from '../domains/monitoring/ports/index.ts';
import { createSearch } from '../domains/monitoring/search/index.ts';
import { createStatistics } from '../domains/monitoring/statistics/index.ts';
import { createTelemetry } from '../domains/monitoring/telemetry/index.ts';
import { createCommands } from '../domains/network/commands/index.ts';
import { createConfiguration } from '../domains/network/configuration/index.ts';
import { clearDevices, createDevices, refuseSiteWithDevices } from '../domains/network/devices/index.ts';
import { createFirmware } from '../domains/network/firmware/index.ts';
import { createRemoteProxy } from '../domains/network/remote-proxy/index.ts';
import { createTopology } from '../domains/network/topology/index.ts';
import { createWebShell } from '../domains/network/web-shell/index.ts';
import { createAccess } from '../domains/people/access/index.ts';
import { createAccounts } from '../domains/people/accounts/index.ts';
import { createIdentity } from '../domains/people/identity/index.ts';
import { createOrganizations } from '../domains/people/organizations/index.ts';
import { createViews } from '../domains/people/views/index.ts';
import { mountCaptures } from '../doors/captures/captures.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import type { HttpServer } from '../platform/http/server.ts';
import type { DomainModule, Platform } from '../platform/platform.ts';
import type { Senders } from '../platform/senders/sender.ts';

interface DomainParts {
  readonly platform: Platform;
  readonly bus: Bus;
  readonly senders: Senders;
  /** Where devices connect, once that is known. */
  gatewayPort(): number | null;
  /** What this process does for an account must end before its data are deleted. */
  accountRemoving(tenant: string): Promise<void>;
}

/** Every domain, in start order. A new domain is one line here. */
export function createDomains({ platform, bus, senders, gatewayPort, accountRemoving }: DomainParts) {
  const commands = createCommands(platform, bus);
  return {
    identity: createIdentity({ ...platform, database: platform.database.forIdentity() }, gatewayPort),
    access: createAccess(platform),
    organizations: createOrganizations(platform, refuseSiteWithDevices),
    accounts: createAccounts(platform, senders, async (tenant) => {
      await accountRemoving(tenant);
      await clearDevices(platform, tenant);
    }),
    devices: createDevices(platform, gatewayPort),
    telemetry: createTelemetry(platform, bus),
    terminals: createTerminals(platform, bus),
    topology: createTopology(platform),
    ports: createPorts(platform),
    views: createViews(platform),
    commands: { ...commands, doors: [(app: HttpServer) => mountCaptures(app, commands.captures)] },
    webShell: createWebShell(platform, bus),
    firmware: createFirmware(platform, bus),
    configuration: createConfiguration(platform, bus),
    remoteProxy: createRemoteProxy(platform, bus),
    alarms: createAlarms(platform, bus),
    notices: createNotices(platform, senders, Inbox),
    messages: createMessages(platform),
    statistics: createStatistics(platform, senders),
    search: createSearch(platform),
    bigScreen: createBigScreen(platform),
  };
}

type Domains = ReturnType<typeof createDomains>;
type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (whole: infer I) => void
  ? I
  : never;

export function modulesOf(domains: Domains): [name: string, module: DomainModule<object>][] {
  return Object.entries(domains);
}

/** The calls of all domains. The compiler refuses a call without a handler. */
export function handlersOf(domains: Domains): Handlers {
  const all: object = Object.assign({}, ...modulesOf(domains).map(([, module]) => module.handlers));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- just assembled from all domains
  return all as Intersection<Domains[keyof Domains]['handlers']>;
}
