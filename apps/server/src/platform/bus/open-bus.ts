import type { Logger } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { Bus } from './bus.ts';
import { InProcessBus } from './in-process-bus.ts';
import { NatsBus } from './nats-bus.ts';

/** Between the processes of this installation, or within the only one. `name` is the client name in NATS. */
export async function openBus(
  { NATS_URL }: Pick<Settings, 'NATS_URL'>,
  name: string,
  log: Logger,
): Promise<Bus> {
  return NATS_URL === undefined ? new InProcessBus(log) : NatsBus.connect(NATS_URL, name, log);
}
