import type { DeviceCommand } from '@airloom/device-protocol/commands';
import { COMMANDS } from '@airloom/device-protocol/commands';
import { serialOf } from '@airloom/device-protocol/identity';
import { readCommand } from '@airloom/device-protocol/read-command';
import { COMMAND_MAX_BYTES } from '@airloom/device-protocol/write-frame';
import type { VirtualDevice } from '../device/virtual-device.ts';
import { gatewayOf, membersUnder } from '../frames/ap-state.ts';
import { readJson, recordIn } from '../json.ts';
import { receiveAtOls } from '../profiles/ols-commands.ts';
import { isOlsSwitch, isTipAp } from '../simulation/models.ts';
import { isLinked } from '../simulation/node.ts';
import { measuredCables } from './cable-test.ts';
import { capture } from './capture.ts';
import { configure } from './configure.ts';
import { resetToFactory } from './factory-reset.ts';
import { openRemoteShell } from './remote-shell.ts';
import { scanAround } from './scan.ts';
import { runScript } from './shell.ts';
import { upload } from './transfer.ts';
import { upgrade, upgradeTip } from './upgrade.ts';

type Name = DeviceCommand['name'];
type Execute<N extends Name> = (
  device: VirtualDevice,
  id: number,
  command: Extract<DeviceCommand, { name: N }>,
) => void;

const SUCCESS = { error: 0, text: 'Success' };
const TRACE_PACKETS = 50;
const TRACE_SECONDS = 30;
const SCRIPT_TIMEOUT = 255;
const CABLE_SECONDS = 2;

function isSwitch(device: VirtualDevice): boolean {
  return device.node.kind === 'switch';
}

const EXECUTORS: { readonly [N in Name]: Execute<N> } = {
  ping: (device, id) => device.answer(id, SUCCESS),

  configure: (device, id, { version, document }) => configure(device, id, version, document),

  reboot(device, id) {
    const { timers, secondMs, bootMs } = device.environment;
    if (isSwitch(device)) {
      device.answer(id, { error: 0, text: 'Reboot requested successfully', resultCode: 0 });
    } else {
      device.answer(id, { error: 0, text: 'triggered command action', resultCode: 0 });
      timers.after(secondMs / 2, () => device.answer(id, { error: 0, text: 'done', resultCode: 0 }));
    }
    timers.after(secondMs, () => device.restart('reboot', bootMs));
  },

  factoryReset(device, id) {
    const { timers, secondMs, bootMs } = device.environment;
    const text = isSwitch(device) ? 'factory requested successfully' : 'triggered command action';
    device.answer(id, { error: 0, text, resultCode: 0 });
    timers.after(secondMs, () => device.restart('factory', bootMs, () => resetToFactory(device)));
  },

  upgrade: (device, id, { uri }) => upgrade(device, id, uri),

  locate(device, id, { seconds, pattern }) {
    device.leds = pattern;
    device.answer(id, SUCCESS);
    const { timers, secondMs } = device.environment;
    if (seconds > 0) {
      timers.after(seconds * secondMs, () => {
        device.leds = 'on';
      });
    }
  },

  trace(device, id, { durationSeconds, packets, uri }) {
    const { timers, secondMs } = device.environment;
    device.answer(id, SUCCESS);
    const from = device.now();
    const waitMs = (durationSeconds ?? (packets === undefined ? TRACE_SECONDS : 1)) * secondMs;
    timers.after(waitMs, () => sendCapture(device, uri, from, waitMs, packets ?? TRACE_PACKETS));
  },

  wifiScan(device, id, { bands }) {
    if (isSwitch(device)) return device.answer(id, SUCCESS);
    const scan = scanAround(device.site, device.node, bands, device.now());
    device.answer(id, { ...SUCCESS, resultCode: 1, scan });
  },

  requestState(device, id, { what, requestId }) {
    device.answer(id, SUCCESS);
    if (what === 'state') device.sendState(requestId);
    else device.sendHealth(requestId);
  },

  script(device, id, { script, timeoutSeconds }) {
    const sleep = /\bsleep\s+(\d+)/.exec(script);
    if (sleep && Number(sleep[1]) > timeoutSeconds) {
      const { timers, secondMs } = device.environment;
      timers.after(timeoutSeconds * secondMs, () => device.answer(id, { error: SCRIPT_TIMEOUT, result: '' }));
      return;
    }
    const { output, code } = runScript(device, script);
    device.answer(id, { error: code, result: output });
  },

  telemetry(device, id, { intervalSeconds }) {
    const text = isSwitch(device) ? 'Telemetry configure requested successfully' : 'Success';
    device.answer(id, { error: 0, text, resultCode: 0 });
    if (intervalSeconds === 0) device.stopTelemetry();
    else device.startTelemetry(intervalSeconds * device.environment.secondMs);
  },

  remoteShell(device, id, command) {
    device.answer(id, SUCCESS);
    openRemoteShell(device, command);
  },

  powerCycle(device, id, { ports }) {
    // Unknown to the access point client, which does not answer.
    if (!isSwitch(device)) return;
    device.answer(id, SUCCESS);
    for (const { name, offMs } of ports)
      cyclePower(device, name, (offMs / 1000) * device.environment.secondMs);
  },

  cableTest(device, id, { ports }) {
    // Unknown to the access point client, which does not answer.
    if (!isSwitch(device)) return;
    const { timers, secondMs } = device.environment;
    const linked = ports.filter((port) => isLinked(device.node, port));
    const emit = (type: string) =>
      linked.forEach((name) => device.emit({ at: device.now(), type, payload: { name } }));
    emit('wired.carrier-down');
    timers.after(CABLE_SECONDS * ports.length * secondMs, () => {
      emit('wired.carrier-up');
      device.answer(id, { ...SUCCESS, ethernet: measuredCables(device.node, ports) });
    });
  },

  releaseClients(device, id, { clients }) {
    if (isSwitch(device)) return device.answer(id, SUCCESS);
    const released = clients.filter((client) => release(device, client));
    // The real client executes it without an answer.
    if (isTipAp(device.node.model)) return;
    device.answer(id, released.length > 0 ? SUCCESS : { error: 1, text: 'no such client' });
  },
};

function release(
  device: VirtualDevice,
  { mac, banSeconds }: { readonly mac: string; readonly banSeconds: number },
): boolean {
  const t = device.now();
  const wanted = serialOf(mac);
  for (const node of [device.node, ...membersUnder(device.node)]) {
    const client = device.site.clientsAt(node).find((one) => serialOf(one.mac) === wanted);
    if (client !== undefined) return device.site.kick(node, client.mac, banSeconds * 1000, t);
  }
  return false;
}

function sendCapture(
  device: VirtualDevice,
  uri: string,
  from: number,
  durationMs: number,
  packets: number,
): void {
  const { node, site, environment } = device;
  const clients = site.clientsAt(node);
  const file = capture({ node, gateway: gatewayOf(node), clients, from, durationMs, packets });
  upload(uri, environment.trusted(), device.serial, file).catch((error: unknown) => {
    device.log(`trace: upload failed: ${error instanceof Error ? error.message : String(error)}`, 3);
  });
}

/** Devices powered by the port go down with it. */
function cyclePower(device: VirtualDevice, port: string, offMs: number): void {
  const { node, environment } = device;
  const fed = node.children.find((child) => child.parentPort === port);
  if (!node.ports.includes(port)) return;
  const emit = (status: string) =>
    device.emit({ at: device.now(), type: `wired.poe.status.${status}`, payload: { name: port } });
  node.powerOff.add(port);
  emit('disabled');
  if (fed && fed.model.watts > 0) environment.cutPower(fed, offMs + environment.bootMs);
  environment.timers.after(offMs, () => {
    node.powerOff.delete(port);
    emit(fed ? 'delivering_power' : 'searching');
  });
}

/** Unknown methods: an access point does not answer, a switch answers "Success". */
export function receiveCommand(device: VirtualDevice, frame: string): void {
  if (isOlsSwitch(device.node.model)) return receiveAtOls(device, frame);
  if (!isSwitch(device) && Buffer.byteLength(frame) >= COMMAND_MAX_BYTES) {
    return device.log('failed to parse command', 2);
  }
  const read = readCommand(frame);
  if (read === null) return device.log('failed to parse command', 2);
  const { ledger } = device.environment.simulation;
  if ('command' in read) {
    ledger.commandExecuted(device.serial, COMMANDS[read.command.name].method);
    if (isSwitch(device) && read.command.name === 'configure' && frame.includes('"compress_64"')) {
      return device.answer(read.id, { error: 2, text: 'invalid parameters' }, 0);
    }
    if (isTipAp(device.node.model) && read.command.name === 'upgrade') {
      const params = recordIn(readJson(frame)?.['params']);
      return upgradeTip(device, read.id, read.command.uri, params['use-local-certificates'] === true);
    }
    execute(device, read.id, read.command);
  } else if ('invalidMethod' in read) refuse(device, read.id, read.invalidMethod);
  else meetUnknown(device, read.id, read.unknownMethod);
}

function execute<N extends Name>(
  device: VirtualDevice,
  id: number,
  command: Extract<DeviceCommand, { name: N }> & { name: N },
): void {
  const act: Execute<N> = EXECUTORS[command.name];
  act(device, id, command);
}

function refuse(device: VirtualDevice, id: number, method: string): void {
  if (method === 'configure') {
    return device.answer(id, { error: isSwitch(device) ? 2 : 1, text: 'invalid parameters' }, 0);
  }
  if (isSwitch(device)) return device.answer(id, SUCCESS);
  if (method === 'telemetry') return device.answer(id, { error: 2, text: 'invalid arguments' });
  device.answer(id, { error: 1, text: 'invalid parameters', resultCode: 1 });
}

function meetUnknown(device: VirtualDevice, id: number, method: string): void {
  if (isSwitch(device)) device.answer(id, SUCCESS);
  else if (method === 'event') {
    const { serial, uuid } = device;
    const result = { serial, uuid, status: SUCCESS, events: {} };
    device.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }
}
