import { readCommand } from '@airloom/device-protocol/read-command';
import { forget } from '../commands/forget.ts';
import { runScript } from '../commands/shell.ts';
import { upgrade } from '../commands/upgrade.ts';
import type { VirtualDevice } from '../device/virtual-device.ts';
import { isRecord, type Json, numberIn, readJson, recordIn, textIn } from '../json.ts';
import { uplinkPort } from '../world/node.ts';
import { applyOls, olsFaults, olsInterval } from './ols-configuration.ts';

const SUCCESS = { text: 'Success', error: 0 };
const LOG_ERROR = 3;

function taken(text: string): Json {
  return { error: 0, text, resultCode: 0 };
}

/** As the switch client does: it says "Success" to all it does not know, and does nothing. */
export function receiveAtOls(device: VirtualDevice, frame: string): void {
  const call = readJson(frame);
  const id = numberIn(call?.['id']) ?? 0;
  const method = textIn(call?.['method']);
  if (call === null || method === null) return device.log('received invalid jsonrpc call', LOG_ERROR);
  device.around.world.ledger.obeyed(device.serial, method);
  if (method === 'configure') return configure(device, id, recordIn(call['params']));
  const { timers, secondMs, bootMs } = device.around;
  const read = readCommand(frame);
  const command = read !== null && 'command' in read ? read.command : null;
  switch (command?.name) {
    case 'reboot':
      device.answer(id, taken('Reboot requested successfully'));
      timers.after(secondMs, () => device.restart('reboot', bootMs));
      return;
    case 'factoryReset':
      device.answer(id, taken('factory requested successfully'));
      timers.after(secondMs, () => device.restart('reboot', bootMs, () => forget(device)));
      return;
    case 'upgrade':
      return upgrade(device, id, command.uri);
    case 'telemetry':
      device.answer(id, taken('Telemetry configure requested successfully'));
      if (command.intervalSeconds === 0) device.stopTelemetry();
      else device.startTelemetry(command.intervalSeconds * secondMs);
      return;
    case 'script': {
      const { output, code } = runScript(device, command.script);
      return device.answer(id, { error: code, result: output });
    }
    default:
      device.answer(id, SUCCESS);
  }
}

function configure(device: VirtualDevice, id: number, params: Json): void {
  const { config } = params;
  const version = numberIn(params['uuid']);
  if (version === null || textIn(params['serial']) === null || !isRecord(config)) {
    device.log('uc-proto: a parameter of configure is missing', LOG_ERROR);
    return device.answer(id, { text: 'invalid parameters', error: 2 }, 0);
  }
  // Reports name what was received last, even when it was refused.
  device.latestVersion = version;
  const faults = olsFaults(device.node, config);
  if (device.faults.configuration === 'refused') faults.push('uc-proto: refused on demand');
  if (faults.length > 0) {
    for (const fault of [...faults, 'uc-proto: configure parse failed']) device.log(fault, LOG_ERROR);
    return device.answer(id, { text: 'Configure parse failed', error: 2 }, 0);
  }
  apply(device, config, version);
  device.answer(id, { text: '', error: 0 });
  if (device.reportsByItself) {
    device.report(device.now(), false);
    device.sendHealth();
  }
}

function apply(device: VirtualDevice, config: Json, version: number): void {
  const { node, site, around } = device;
  applyOls(site, node, config, device.now());
  device.document = config;
  device.uuid = version;
  device.stopTelemetry();
  const seconds = olsInterval(config);
  if (seconds !== null && around.obeysInterval) device.setInterval(seconds * 1000);
  around.changed();
  // A cable without a link: nothing leaves any more, and nobody hangs up.
  if (node.portsOff.has(uplinkPort(node))) device.unplug('abandon');
}
