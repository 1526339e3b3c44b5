import type { Answer } from '@airloom/device-protocol/model';
import type { Platform } from '../../platform/platform.ts';
import {
  type ConfigurationToPush,
  configurationsDue,
  DEVICE_CLOSE,
  type DeviceLink,
  LinkFailure,
  type Runs,
} from '../devices/index.ts';
import { ended, type InFlight, onLost, type Verdict } from './command-life.ts';
import { deviceCommandOf } from './device-order.ts';

interface Way {
  readonly platform: Pick<Platform, 'now'>;
  readonly link: DeviceLink;
  /** Where a capture is to be brought. */
  readonly uri: string | null;
  /** The configuration the device says it runs. */
  readonly runs: number | undefined;
  /** What it is to run, as long as that is what was queued. */
  readonly document: ConfigurationToPush['document'] | null;
}

/** Lets a command leave, which must be written down as sent: the device's first answer, or why there is none. */
export async function sendToDevice(way: Way, command: InFlight): Promise<Answer | Verdict> {
  const { link, uri, runs, document } = way;
  const { tenant, deviceId, command: name, params } = command;
  if (name === 'reonline') {
    return link.close(tenant, deviceId, DEVICE_CLOSE.restart) ? null : ended('deviceOffline');
  }
  if (name === 'configure' && document === null) {
    return runs === params['version'] ? ended('success') : ended('parameterError', { reason: 'superseded' });
  }
  const built = deviceCommandOf(command, name, { uri, document });
  if (built === null) return ended('parameterError');
  try {
    return await link.send(tenant, deviceId, built);
  } catch (error) {
    if (!(error instanceof LinkFailure)) throw error;
    return onLinkFailure(command, error, way.platform.now().getTime());
  }
}

/** The documents of many pushes by command, of those whose version is still the one that is wanted. */
export async function documentsOf(
  platform: Pick<Platform, 'database' | 'now'>,
  commands: readonly InFlight[],
  runs: Runs,
): Promise<ReadonlyMap<string, ConfigurationToPush['document']>> {
  const documents = new Map<string, ConfigurationToPush['document']>();
  const pushes = commands.filter(({ command }) => command === 'configure');
  for (const [tenant, some] of Map.groupBy(pushes, (one) => one.tenant)) {
    const deviceIds = some.map(({ deviceId }) => deviceId);
    const { pushes: wanted } = await platform.database.withTenant({ tenant }, (tx) =>
      configurationsDue(tx, { tenant }, deviceIds, runs, platform.now()),
    );
    const byDevice = new Map(wanted.map((one) => [one.deviceId, one]));
    for (const { id, deviceId, params } of some) {
      const push = byDevice.get(deviceId);
      if (push !== undefined && push.version === params['version']) documents.set(id, push.document);
    }
  }
  return documents;
}

function onLinkFailure(command: InFlight, { reason }: LinkFailure, now: number): Verdict {
  switch (reason) {
    case 'notHere':
      return ended('deviceOffline');
    case 'sendFailed':
      return ended('sendFailed');
    case 'noAnswer':
      return ended('ackTimeout');
    case 'gone':
      return onLost(command, now);
  }
}
