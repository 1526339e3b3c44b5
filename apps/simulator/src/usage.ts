import { COMMANDS, QUERIES } from './fleet/control-commands.ts';
import { PROFILE_NAMES } from './profiles/profiles.ts';
import { KINDS } from './simulation/models.ts';

export const OPTIONS = {
  devices: { type: 'string', default: '60' },
  sites: { type: 'string', default: '6' },
  seed: { type: 'string', default: '1' },
  gateway: { type: 'string', default: 'wss://127.0.0.1:15002' },
  kinds: { type: 'string' },
  plan: { type: 'string' },
  fleets: { type: 'string' },
  profile: { type: 'string', multiple: true },
  'in-service': { type: 'boolean', default: false },
  command: { type: 'string', multiple: true },
  fault: { type: 'string', multiple: true },
  mishaps: { type: 'boolean', default: false },
  incidents: { type: 'boolean', default: false },
  'no-events': { type: 'boolean', default: false },
  'until-stdin-ends': { type: 'boolean', default: false },
  code: { type: 'string', multiple: true },
  state: { type: 'string' },
  interval: { type: 'string' },
  boot: { type: 'string', default: '20' },
  'history-days': { type: 'string', default: '0' },
  'past-outages': { type: 'boolean', default: false },
  'control-port': { type: 'string' },
  'connect-rate': { type: 'string', default: '200' },
  'history-rate': { type: 'string', default: '2000' },
  clients: { type: 'string', default: '8' },
  'ca-cert': { type: 'string' },
  'ca-key': { type: 'string' },
  organization: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const HEAD = `node apps/simulator/src/main.ts --gateway wss://127.0.0.1:15002 --code <claim code>
                          or --code "<site name>=<code>", once per site
  --devices 60            number of devices
  --sites 6               number of sites
  --plan <file>           places and claim codes: { places: [{ kind, name, zone, country, buildings }], codes }
  --fleets <file>         several independent fleets instead: { fleets: [{ id, seed, code, place, kinds }] }; read again
                          at each line "reload" on standard input, until that ends. Needs --state and --gateway
  --kinds ap=50,switch=10 devices per kind instead (${KINDS.join(', ')})
  --profile tip-ap        devices of that kind behave like a real client (${PROFILE_NAMES.join(', ')})
  --in-service            access points of a profile run the configuration of another cloud
  --seed 1                the same seed gives the same simulation
  --state <folder>        keeps keys, certificates and state for the next start
  --interval 60           seconds between reports (default: from the configuration)
  --boot 20               seconds a restart takes
  --history-days 30       reports the past first
  --past-outages          in which devices and the power of sites failed for hours
  --ca-cert, --ca-key     signs certificates locally, with --organization <account>, instead of enrolling
  --connect-rate 200      handshakes a second
  --history-rate 2000     late reports a second
  --clients 8             clients per access point
  --control-port <n>      accepts commands at http://127.0.0.1:<n>, in addition to JSON lines on stdin
  --command '<JSON>'      a command, as below, once all devices are connected; repeatable
  --fault '<JSON>'        faults that devices have before they connect, as in the command fault; repeatable
  --no-events             devices send reports only
  --mishaps               causes small temporary faults
  --incidents             one site is without power at any time, another one every eight hours
  --until-stdin-ends      exits when standard input closes
  --help                  shows this help
`;

const TARGETS = `Commands apply to one device (serial), to several (serials), to a site (site, by name) or, without any
of these, to all; with "behind":true also to devices downstream. Commands with (*) also apply to controller members,
which have no connection of their own and report through their controller.
`;

type Entry = readonly [name: string, { readonly does: string; readonly example: object }];

const NAME_WIDTH = 18;

function lines(entries: readonly Entry[]): string {
  const indent = `\n${' '.repeat(NAME_WIDTH)}`;
  return entries
    .map(([name, { does, example }]) => {
      const words = does.replaceAll('; ', `;${indent}`);
      return `${`  ${name}`.padEnd(NAME_WIDTH)}${words}${indent}${JSON.stringify(example)}\n`;
    })
    .join('');
}

/** Text of `--help`; commands describe themselves. */
export function usage(): string {
  return [
    HEAD,
    'Faults on demand, one JSON object a line or as the body of a POST to the control port:\n',
    lines(Object.entries(COMMANDS)),
    TARGETS,
    'Queries:\n',
    lines(Object.entries(QUERIES)),
  ].join('\n');
}
