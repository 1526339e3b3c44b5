import type { DeviceCommand } from '@airloom/device-protocol/commands';
import { COMMANDS } from '@airloom/device-protocol/commands';
import { withoutPassword } from '@airloom/device-protocol/configuration/password';
import { serialOf } from '@airloom/device-protocol/identity';
import { readCommand } from '@airloom/device-protocol/read-command';
import { COMMAND_MAX_BYTES } from '@airloom/device-protocol/write-frame';
import type { VirtualDevice } from '../device/virtual-device.ts';
import { gatewayOf, membersUnder } from '../frames/ap-state.ts';
import { readJson, recordIn } from '../json.ts';
import { receiveAtOls } from '../profiles/ols-commands.ts';
import { isOlsSwitch, isTipAp } from '../world/models.ts';
import { capture } from './capture.ts';
import { apply, intervalIn, verify } from './configuration.ts';
import { forget } from './forget.ts';
import { openRemoteShell } from './remote-shell.ts';
import { scanAround } from './scan.ts';
import { runScript } from './shell.ts';
import { upload } from './transfer.ts';
import { upgrade, upgradeTip } from './upgrade.ts';

type Name = DeviceCommand['name'];
type Obey<N extends Name> = (
  device: VirtualDevice,
  id: number,
  command: Extract<DeviceCommand, { name: N }>,
) => void;

const SUCCESS = { error: 0, text: 'Success' };
const REPORT_MIN_SECONDS = 60;
const TRACE_PACKETS = 50;
const TRACE_SECONDS = 30;
const SCRIPT_TIMEOUT = 255;

function isSwitch(device: VirtualDevice): boolean {
  return device.node.kind === 'switch';
}

const OBEY: { readonly [N in Name]: Obey<N> } = {
  ping: (device, id) => device.answer(id, SUCCESS),

  configure(device, id, { version, document }) {
    const t = device.now();
    const { error, rejected } = judgeConfiguration(device, document);
    if (error === 2) {
      // A switch leaves the version out of a refusal, an access point names what it refused.
      if (isSwitch(device)) device.answer(id, { error, text: 'Configure parse failed' }, 0);
      else device.answer(id, { error, text: 'Failed', rejected }, version);
      return;
    }
    apply(device.site, device.node, document, t);
    device.document = withoutPassword(document);
    device.uuid = version;
    const seconds = intervalIn(document);
    if (seconds !== null && device.around.obeysInterval) {
      device.setInterval(Math.max(REPORT_MIN_SECONDS, seconds) * 1000);
    }
    device.around.changed();
    const text = isSwitch(device) ? '' : 'Success';
    device.answer(id, error === 0 ? { error, text } : { error, text, rejected });
    device.report(t, false);
  },

  reboot(device, id) {
    const { timers, secondMs, bootMs } = device.around;
    if (isSwitch(device)) {
      device.answer(id, { error: 0, text: 'Reboot requested successfully', resultCode: 0 });
    } else {
      device.answer(id, { error: 0, text: 'triggered command action', resultCode: 0 });
      timers.after(secondMs / 2, () => device.answer(id, { error: 0, text: 'done', resultCode: 0 }));
    }
    timers.after(secondMs, () => device.restart('reboot', bootMs));
  },

  factoryReset(device, id) {
    const { timers, secondMs, bootMs } = device.around;
    const text = isSwitch(device) ? 'factory requested successfully' : 'triggered command action';
    device.answer(id, { error: 0, text, resultCode: 0 });
    timers.after(secondMs, () => device.restart('factory', bootMs, () => forget(device)));
  },

  upgrade: (device, id, { uri }) => upgrade(device, id, uri),

  locate(device, id, { seconds, pattern }) {
    device.leds = pattern;
    device.answer(id, SUCCESS);
    const { timers, secondMs } = device.around;
    if (seconds > 0) {
      timers.after(seconds * secondMs, () => {
        device.leds = 'on';
      });
    }
  },

  trace(device, id, { durationSeconds, packets, uri }) {
    const { timers, secondMs } = device.around;
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
      const { timers, secondMs } = device.around;
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
    else device.startTelemetry(intervalSeconds * device.around.secondMs);
  },

  remoteShell(device, id, command) {
    device.answer(id, SUCCESS);
    openRemoteShell(device, command);
  },

  powerCycle(device, id, { ports }) {
    // The access point's client does not know it and stays silent.
    if (!isSwitch(device)) return;
    device.answer(id, SUCCESS);
    for (const { name, offMs } of ports) cyclePower(device, name, (offMs / 1000) * device.around.secondMs);
  },

  releaseClients(device, id, { clients }) {
    if (isSwitch(device)) return device.answer(id, SUCCESS);
    const released = clients.filter((client) => release(device, client));
    // The real client obeys without a word.
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

function judgeConfiguration(
  device: VirtualDevice,
  document: Parameters<typeof verify>[1],
): ReturnType<typeof verify> {
  const rejected = ['[E] (In /unit/name) Value was refused on demand'];
  if (device.faults.configuration === 'refused') return { error: 2, rejected };
  const verdict = verify(device.node, document);
  if (device.faults.configuration === 'partly' && verdict.error === 0) return { error: 1, rejected };
  return verdict;
}

function sendCapture(
  device: VirtualDevice,
  uri: string,
  from: number,
  durationMs: number,
  packets: number,
): void {
  const { node, site, around } = device;
  const clients = site.clientsAt(node);
  const file = capture({ node, gateway: gatewayOf(node), clients, from, durationMs, packets });
  upload(uri, around.trusted(), device.serial, file).catch((error: unknown) => {
    device.log(`trace: upload failed: ${error instanceof Error ? error.message : String(error)}`, 3);
  });
}

/** Whatever draws its power from the port goes out with it. */
function cyclePower(device: VirtualDevice, port: string, offMs: number): void {
  const { node, around } = device;
  const fed = node.children.find((child) => child.parentPort === port);
  if (!node.ports.includes(port)) return;
  const tell = (status: string) =>
    device.tell({ at: device.now(), type: `wired.poe.status.${status}`, payload: { name: port } });
  node.powerOff.add(port);
  tell('disabled');
  if (fed && fed.model.watts > 0) around.cutPower(fed, offMs + around.bootMs);
  around.timers.after(offMs, () => {
    node.powerOff.delete(port);
    tell(fed ? 'delivering_power' : 'searching');
  });
}

/** The real clients' ways: an access point is silent about what it does not know, a switch says yes to it. */
export function receiveCommand(device: VirtualDevice, frame: string): void {
  if (isOlsSwitch(device.node.model)) return receiveAtOls(device, frame);
  if (!isSwitch(device) && Buffer.byteLength(frame) >= COMMAND_MAX_BYTES) {
    return device.log('failed to parse command', 2);
  }
  const read = readCommand(frame);
  if (read === null) return device.log('failed to parse command', 2);
  const { ledger } = device.around.world;
  if ('command' in read) {
    ledger.obeyed(device.serial, COMMANDS[read.command.name].method);
    if (isSwitch(device) && read.command.name === 'configure' && frame.includes('"compress_64"')) {
      return device.answer(read.id, { error: 2, text: 'invalid parameters' }, 0);
    }
    if (isTipAp(device.node.model) && read.command.name === 'upgrade') {
      const params = recordIn(readJson(frame)?.['params']);
      return upgradeTip(device, read.id, read.command.uri, params['use-local-certificates'] === true);
    }
    obey(device, read.id, read.command);
  } else if ('invalidMethod' in read) refuse(device, read.id, read.invalidMethod);
  else meetUnknown(device, read.id, read.unknownMethod);
}

function obey<N extends Name>(
  device: VirtualDevice,
  id: number,
  command: Extract<DeviceCommand, { name: N }> & { name: N },
): void {
  const act: Obey<N> = OBEY[command.name];
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
