import { createAccess } from '../domains/access/index.ts';
import { createAccounts } from '../domains/accounts/index.ts';
import { createAlarms } from '../domains/alarms/index.ts';
import { createCommands } from '../domains/commands/index.ts';
import { clearDevices, createDevices, refuseSiteWithDevices } from '../domains/devices/index.ts';
import { createFirmware } from '../domains/firmware/index.ts';
import { createIdentity } from '../domains/identity/index.ts';
import { createMessages, MessageDesk } from '../domains/messages/index.ts';
import { createNotices } from '../domains/notices/index.ts';
import { createOrganizations } from '../domains/organizations/index.ts';
import { createStatistics } from '../domains/statistics/index.ts';
import { createTelemetry } from '../domains/telemetry/index.ts';
import { createTerminals } from '../domains/terminals/index.ts';
import { createTopology } from '../domains/topology/index.ts';
import { createViews } from '../domains/views/index.ts';
import { mountCaptures } from '../doors/captures/captures.ts';
import type { Bus } from '../platform/bus/bus.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import type { HttpServer } from '../platform/http/server.ts';
import type { DomainModule, Platform } from '../platform/platform.ts';
import type { Senders } from '../platform/senders/open-senders.ts';

interface DomainParts {
  readonly platform: Platform;
  readonly bus: Bus;
  readonly senders: Senders;
  /** Where devices connect, once that is known. */
  gatewayPort(): number | null;
}

/** Every domain, in the order in which they start. A new domain is one line here. */
export function createDomains({ platform, bus, senders, gatewayPort }: DomainParts) {
  const commands = createCommands(platform, bus);
  return {
    identity: createIdentity({ ...platform, database: platform.database.forIdentity() }, gatewayPort),
    access: createAccess(platform),
    organizations: createOrganizations(platform, refuseSiteWithDevices),
    accounts: createAccounts(platform, (tenant) => clearDevices(platform, tenant)),
    devices: createDevices(platform),
    telemetry: createTelemetry(platform, bus),
    terminals: createTerminals(platform, bus),
    topology: createTopology(platform),
    views: createViews(platform),
    commands: { ...commands, doors: [(app: HttpServer) => mountCaptures(app, commands.captures)] },
    firmware: createFirmware(platform, bus),
    alarms: createAlarms(platform, bus),
    notices: createNotices(platform, senders, MessageDesk),
    messages: createMessages(platform),
    statistics: createStatistics(platform, senders),
  };
}

type Domains = ReturnType<typeof createDomains>;
type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (whole: infer I) => void
  ? I
  : never;

export function modulesOf(domains: Domains): [name: string, module: DomainModule<object>][] {
  return Object.entries(domains);
}

/** The calls of all domains. The compiler refuses a call that no domain handles. */
export function handlersOf(domains: Domains): Handlers {
  const all: object = Object.assign({}, ...modulesOf(domains).map(([, module]) => module.handlers));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was just put together
  return all as Intersection<Domains[keyof Domains]['handlers']>;
}
