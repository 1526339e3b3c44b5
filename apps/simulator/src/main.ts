import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { answerTo, listenToLines, openControlPort } from './fleet/control-commands.ts';
import { readFaults } from './fleet/fault-command.ts';
import { type FleetOptions, startFleet } from './fleet/fleet.ts';
import { FleetHost, readFleets } from './fleet/fleet-host.ts';
import { startIncidents } from './fleet/incidents.ts';
import { startMishaps } from './fleet/mishaps.ts';
import { readPlan } from './fleet/plan-file.ts';
import { PROFILE_NAMES, type ProfileName } from './profiles/profiles.ts';
import { type DeviceKind, KINDS } from './simulation/models.ts';
import { OPTIONS, usage } from './usage.ts';

const STATUS_MS = 5000;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function whole(text: string, name: string): number {
  const figure = Number(text);
  if (!Number.isSafeInteger(figure) || figure < 0)
    throw new Error(`--${name} wants a whole number, not ${text}`);
  return figure;
}

function kindsIn(text: string): Partial<Record<DeviceKind, number>> {
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name, count = ''] = part.split('=');
      const kind = KINDS.find((one) => one === name);
      if (!kind) throw new Error(`no kind ${name}`);
      return [kind, whole(count, 'kinds')];
    }),
  );
}

function profilesIn(names: readonly string[]): ProfileName[] {
  return names.map((name) => {
    const profile = PROFILE_NAMES.find((one) => one === name);
    if (!profile) throw new Error(`no profile ${name}`);
    return profile;
  });
}

/** `code`, or `site name=code`. */
function codesIn(texts: readonly string[]): Pick<FleetOptions, 'code' | 'codes'> {
  const pairs = texts.filter((text) => text.includes('=')).map((text) => text.split('='));
  const code = texts.find((text) => !text.includes('='));
  return { ...(code === undefined ? {} : { code }), codes: Object.fromEntries(pairs) };
}

interface Arguments {
  readonly fleet: FleetOptions;
  readonly controlPort: number | null;
  readonly commands: readonly string[];
  readonly mishaps: boolean;
  readonly incidents: boolean;
  readonly untilStdinEnds: boolean;
}

async function readArguments(): Promise<Arguments | null> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return null;
  const { code, state, interval, kinds, organization, plan } = values;
  const certificateFile = values['ca-cert'];
  const keyFile = values['ca-key'];
  const port = values['control-port'];
  const authority = certificateFile && keyFile ? { certificateFile, keyFile } : undefined;
  let lastTrouble = '';
  return {
    controlPort: port === undefined ? null : whole(port, 'control-port'),
    commands: values.command ?? [],
    mishaps: values.mishaps,
    incidents: values.incidents,
    untilStdinEnds: values['until-stdin-ends'],
    fleet: {
      devices: whole(values.devices, 'devices'),
      sites: whole(values.sites, 'sites'),
      seed: whole(values.seed, 'seed'),
      gateway: values.gateway,
      bootMs: whole(values.boot, 'boot') * 1000,
      historyDays: whole(values['history-days'], 'history-days'),
      pastOutages: values['past-outages'],
      connectPerSecond: whole(values['connect-rate'], 'connect-rate'),
      historyPerSecond: whole(values['history-rate'], 'history-rate'),
      clientsPerAccessPoint: whole(values.clients, 'clients'),
      events: !values['no-events'],
      profiles: profilesIn(values.profile ?? []),
      inService: values['in-service'],
      faults: (values.fault ?? []).map(readFaults),
      ...(kinds === undefined ? {} : { kinds: kindsIn(kinds) }),
      ...(plan === undefined ? codesIn(code ?? []) : await readPlan(plan)),
      ...(state === undefined ? {} : { state }),
      ...(interval === undefined ? {} : { interval: whole(interval, 'interval') }),
      ...(authority
        ? { authority: { ...authority, ...(organization === undefined ? {} : { organization }) } }
        : {}),
      onTrouble: (serial, error) => {
        // An unreachable cloud causes the same error for all devices: printed once.
        if (error.message !== lastTrouble) say(`${serial}: ${error.message}`);
        lastTrouble = error.message;
      },
    },
  };
}

/** Runs the fleets of a file until standard input ends. */
async function runFleets(path: string, gateway: string, state: string): Promise<void> {
  let lastTrouble = '';
  const host = new FleetHost({
    gateway,
    state,
    onTrouble: (fleet, error) => {
      const text = error instanceof Error ? error.message : String(error);
      if (text !== lastTrouble) say(`${fleet}: ${text}`);
      lastTrouble = text;
    },
  });
  const follow = async () => host.follow(await readFleets(path));
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    if (line === 'reload') follow().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  });
  const stop = () => {
    process.stdin.destroy();
    void host.stop().then(() => process.exit(0));
  };
  lines.once('close', stop);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  await follow();
}

async function run(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.fleets !== undefined) {
    if (values.state === undefined) throw new Error('--fleets needs --state');
    return runFleets(values.fleets, values.gateway, values.state);
  }
  const given = await readArguments();
  if (given === null) return say(usage());
  const fleet = await startFleet(given.fleet);
  const control = given.controlPort === null ? null : await openControlPort(fleet, given.controlPort);
  const lines = createInterface({ input: process.stdin });
  listenToLines(fleet, lines, say);
  let before = 0;
  const report = () => {
    const status = fleet.status();
    const perSecond = Math.round(((status.reportsSent - before) * 1000) / STATUS_MS);
    before = status.reportsSent;
    say(
      `${status.connected}/${status.devices} connected, ${status.live} live, ${status.reportsSent} reports ` +
        `(${perSecond}/s, ${status.reportsAcknowledged} acknowledged, ${status.reportsLost} lost), ` +
        `${status.eventsSent} events, ${status.rssMegabytes} MB`,
    );
  };
  const timer = setInterval(report, STATUS_MS);
  const ends: (() => void)[] = [];
  const stop = () => {
    clearInterval(timer);
    for (const end of ends) end();
    control?.close();
    process.stdin.destroy();
    fleet
      .stop()
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      });
  };
  if (given.untilStdinEnds) lines.once('close', stop);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  await fleet.ready;
  say('all devices are connected and have reported their history');
  if (given.mishaps) ends.push(startMishaps(fleet, given.fleet.seed));
  if (given.incidents) ends.push(startIncidents(fleet, Date.now));
  for (const command of given.commands) say(answerTo(fleet, command));
}

await run();
