import { readCommand } from '@airloom/device-protocol/read-command';
import { takeFault } from '../commands/configuration-faults.ts';
import { resetToFactory } from '../commands/factory-reset.ts';
import { runScript } from '../commands/shell.ts';
import { upgrade } from '../commands/upgrade.ts';
import type { VirtualDevice } from '../device/virtual-device.ts';
import { isRecord, type Json, numberIn, readJson, recordIn, textIn } from '../json.ts';
import { uplinkPort } from '../simulation/node.ts';
import { olsFaults } from './ols-configuration.ts';

const SUCCESS = { text: 'Success', error: 0 };
const LOG_ERROR = 3;

function taken(text: string): Json {
  return { error: 0, text, resultCode: 0 };
}

/** Like the switch client: answers "Success" to unknown methods and does nothing. */
export function receiveAtOls(device: VirtualDevice, frame: string): void {
  const call = readJson(frame);
  const id = numberIn(call?.['id']) ?? 0;
  const method = textIn(call?.['method']);
  if (call === null || method === null) return device.log('received invalid jsonrpc call', LOG_ERROR);
  device.environment.simulation.ledger.commandExecuted(device.serial, method);
  if (method === 'configure') return configure(device, id, recordIn(call['params']));
  const { timers, secondMs, bootMs } = device.environment;
  const read = readCommand(frame);
  const command = read !== null && 'command' in read ? read.command : null;
  switch (command?.name) {
    case 'reboot':
      device.answer(id, taken('Reboot requested successfully'));
      timers.after(secondMs, () => device.restart('reboot', bootMs));
      return;
    case 'factoryReset':
      device.answer(id, taken('factory requested successfully'));
      timers.after(secondMs, () => device.restart('reboot', bootMs, () => resetToFactory(device)));
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
  const { awayMs, rejectedText } = device.faults;
  const fault = takeFault(device.faults, config);
  if (fault === 'silent') return device.disconnectFor(awayMs);
  // Reports contain the version received last, even when it was rejected.
  device.latestVersion = version;
  const faults = olsFaults(device.node, config);
  if (fault === 'refused') faults.push(`uc-proto: ${rejectedText}`);
  if (faults.length > 0) {
    for (const line of [...faults, 'uc-proto: configure parse failed']) device.log(line, LOG_ERROR);
    return device.answer(id, { text: 'Configure parse failed', error: 2 }, 0);
  }
  apply(device, config, version);
  if (fault === 'late') device.disconnectFor(awayMs);
  device.answer(id, { text: '', error: 0 });
  if (device.reportsByItself) {
    device.report(device.now(), false);
    device.sendHealth();
  }
}

function apply(device: VirtualDevice, config: Json, version: number): void {
  device.configure(config, version);
  device.stopTelemetry();
  // Without link nothing is sent any more and the connection is not closed.
  if (device.node.portsOff.has(uplinkPort(device.node))) device.unplug('abandon');
}
