import { ORDERS, QUESTIONS } from './fleet/orders.ts';
import { PROFILE_NAMES } from './profiles/profiles.ts';
import { KINDS } from './world/models.ts';

export const OPTIONS = {
  devices: { type: 'string', default: '60' },
  sites: { type: 'string', default: '6' },
  seed: { type: 'string', default: '1' },
  gateway: { type: 'string', default: 'wss://127.0.0.1:15002' },
  kinds: { type: 'string' },
  plan: { type: 'string' },
  profile: { type: 'string', multiple: true },
  'in-service': { type: 'boolean', default: false },
  order: { type: 'string', multiple: true },
  mishaps: { type: 'boolean', default: false },
  'no-events': { type: 'boolean', default: false },
  'until-stdin-ends': { type: 'boolean', default: false },
  code: { type: 'string', multiple: true },
  state: { type: 'string' },
  interval: { type: 'string' },
  boot: { type: 'string', default: '20' },
  'history-days': { type: 'string', default: '0' },
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
  --devices 60            how many devices, over
  --sites 6               so many sites
  --plan <file>           places and claim codes: { places: [{ kind, name, zone, country, buildings }], codes }
  --kinds ap=50,switch=10 so many of each kind instead (${KINDS.join(', ')})
  --profile tip-ap        devices of that kind behave like a real client (${PROFILE_NAMES.join(', ')})
  --in-service            access points of a profile run the configuration of another cloud
  --seed 1                the same seed is the same world
  --state <folder>        keeps keys, certificates and memory; the next start goes on
  --interval 60           seconds between reports (otherwise the configuration says)
  --boot 20               seconds a restart takes
  --history-days 30       tells the past first
  --ca-cert, --ca-key     signs certificates here, with --organization <account>, instead of enrolling
  --connect-rate 200      handshakes a second
  --history-rate 2000     late reports a second
  --clients 8             people per access point
  --control-port <n>      takes orders at http://127.0.0.1:<n>; orders also come as JSON lines on stdin
  --order '<JSON>'        an order, as below, once everybody is connected; as often as wanted
  --no-events             devices only report, as those do that nobody asked for more
  --mishaps               now and then something small goes wrong, and is well again
  --until-stdin-ends      goes with whoever started it
  --help                  says this
`;

const TARGETS = `Orders go to one device (serial), to some (serials), to a site (site, by name) or, without any of
these, to all; with "behind":true also to whatever hangs behind them. Those with (*) also reach access points under a
controller; such a one has no connection of its own and reports through its controller, so the others do not meet it.
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

/** What `--help` says; orders speak for themselves. */
export function usage(): string {
  return [
    HEAD,
    'Faults on demand, one JSON object a line or as the body of a POST to the control port:\n',
    lines(Object.entries(ORDERS)),
    TARGETS,
    'Questions:\n',
    lines(Object.entries(QUESTIONS)),
  ].join('\n');
}
