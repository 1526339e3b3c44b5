import type { Answer } from '@airloom/device-protocol/model';
import type { Platform } from '../../../../platform/platform.ts';
import {
  type ConfigurationToSend,
  configurationsDue,
  DEVICE_CLOSE,
  type DeviceLink,
  documentToSend,
  LinkFailure,
  type Runs,
  trialsSent,
  withoutSecrets,
  withSealedSecrets,
} from '../../devices/index.ts';
import { ended, type InFlight, onLost, onSilence, type Verdict } from './command-lifecycle.ts';
import { deviceCommandOf } from './device-command.ts';

interface Way {
  readonly platform: Pick<Platform, 'now' | 'vault'>;
  readonly link: DeviceLink;
  /** Upload address of a capture. */
  readonly uri: string | null;
  /** The reported configuration version. */
  readonly runs: number | undefined;
  /** The wanted configuration, if it is still the queued version. */
  readonly push: ConfigurationToSend | null;
}

/** Sends a command that is stored as sent: returns the first answer of the device, or why there is none. */
export async function sendToDevice(way: Way, command: InFlight): Promise<Answer | Verdict> {
  const { platform, link, uri, runs, push } = way;
  const { tenant, deviceId, command: name, params } = command;
  if (name === 'reonline') {
    return link.close(tenant, deviceId, DEVICE_CLOSE.restart) ? null : ended('deviceOffline');
  }
  if (name === 'configure' && push === null) {
    return runs === params['version'] ? ended('success') : ended('parameterError', { reason: 'superseded' });
  }
  const document = push && documentToSend(platform.vault, push);
  const built = deviceCommandOf(command, name, { uri, document });
  if (built === null) return ended('parameterError');
  try {
    const answer = await link.send(tenant, deviceId, built);
    return push === null ? answer : withoutSecrets(platform.vault, push, answer);
  } catch (error) {
    if (!(error instanceof LinkFailure)) throw error;
    return onLinkFailure(command, error, platform.now().getTime());
  }
}

/** Command → configuration, for pushes whose version is still wanted. */
export async function pushesOf(
  platform: Pick<Platform, 'database' | 'now'>,
  commands: readonly InFlight[],
  runs: Runs,
): Promise<ReadonlyMap<string, ConfigurationToSend>> {
  const found = new Map<string, ConfigurationToSend>();
  const configures = commands.filter(({ command }) => command === 'configure');
  for (const [tenant, some] of Map.groupBy(configures, (one) => one.tenant)) {
    const deviceIds = some.map(({ deviceId }) => deviceId);
    const pushes = await platform.database.withTenant({ tenant }, async (tx) => {
      const due = await configurationsDue(tx, { tenant }, deviceIds, runs, platform.now());
      await trialsSent(
        tx,
        { tenant },
        due.pushes.map(({ deviceId }) => deviceId),
        platform.now(),
      );
      return withSealedSecrets(tx, { tenant }, due.pushes);
    });
    const byDevice = new Map(pushes.map((one) => [one.deviceId, one]));
    for (const { id, deviceId, params } of some) {
      const push = byDevice.get(deviceId);
      if (push !== undefined && push.version === params['version']) found.set(id, push);
    }
  }
  return found;
}

function onLinkFailure(command: InFlight, { reason }: LinkFailure, now: number): Verdict {
  switch (reason) {
    case 'notHere':
      return ended('deviceOffline');
    case 'sendFailed':
      return ended('sendFailed');
    case 'noAnswer':
      return onSilence(command);
    case 'gone':
      return onLost(command, now);
  }
}
