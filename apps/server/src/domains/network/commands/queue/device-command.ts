import type { CommandName } from '@airloom/contract/commands/commands.model';
import type { CommandInput } from '@airloom/contract/commands/commands.rules';
import { type DeviceCommand, deviceCommand } from '@airloom/device-protocol/commands';
import type { InFlight } from './command-lifecycle.ts';

/** A script must end before its answer times out. */
const SCRIPT_SECONDS = 50;

/** Parameters of a command for all its devices, in terms of the device protocol. */
export function paramsOf(input: CommandInput): object {
  switch (input.name) {
    case 'locate':
      return { seconds: input.seconds, pattern: input.pattern };
    case 'wifiScan':
      return input.bands.length === 0 ? {} : { bands: input.bands };
    case 'trace':
      return { durationSeconds: input.seconds, network: input.network };
    case 'script':
      return { script: input.script, timeoutSeconds: SCRIPT_SECONDS };
    case 'factoryReset':
      // Without it the device would lose the address of this installation.
      return { keepRedirector: true };
    default:
      return {};
  }
}

/** Parts that are known only when the command is sent. */
export interface AtSending {
  readonly uri: string | null;
  readonly document: Readonly<Record<string, unknown>> | null;
}

type SentCommand = Exclude<CommandName, 'reonline'>;

/** Low enough for a device that never receives the stop because the requesting process ended. */
const WATCH_SWITCH: DeviceCommand = { name: 'telemetry', intervalSeconds: 5 };

/** The command for the device; null when the stored parameters are invalid. */
export function deviceCommandOf(
  { id, params, deviceKind }: Pick<InFlight, 'id' | 'params' | 'deviceKind'>,
  name: SentCommand,
  { uri, document }: AtSending,
): DeviceCommand | null {
  // Switch clients do not support the request: a report during telemetry answers it.
  if (name === 'requestState' && deviceKind === 'switch') return WATCH_SWITCH;
  const whole: object = { name, ...params, ...extrasOf(id, name, uri, document) };
  const read = deviceCommand.safeParse(whole);
  return read.success ? read.data : null;
}

function extrasOf(
  id: string,
  name: SentCommand,
  uri: string | null,
  document: AtSending['document'],
): object {
  if (name === 'requestState') return { requestId: id, what: 'state' };
  if (name === 'trace' || name === 'upgrade') return { uri };
  return name === 'configure' ? { document } : {};
}
