import { setTimeout as pause } from 'node:timers/promises';
import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import { callConsole } from './call-console.ts';
import type { Installation } from './connected-devices.ts';
import type { Row } from './report.ts';

const POLL_MS = 20;
const ANSWERED_WITHIN_SECONDS = 300;
const SINGLE_PINGS = 20;

interface Batch {
  readonly cfgUUID: string;
  readonly sending: number;
  readonly succeeded: number;
}

/** A ping command to all devices, in batches that mix the devices of all gateways, compared with pings to single devices. */
export async function pingAll(installation: Installation): Promise<Row> {
  const { rows } = await installation.database.owner.query<{ id: string; gateway: string }>(
    `select id, gateway_id as gateway from device
     where tenant_id = $1 and connection_id is not null and gateway_id is not null order by id`,
    [installation.account.tenant],
  );
  const ids = rows.map(({ id }) => id);
  const singles: number[] = [];
  for (const id of ids.slice(0, SINGLE_PINGS)) singles.push((await ping(installation, [id])).seconds);
  singles.sort((a, b) => a - b);
  const median = singles[Math.floor(singles.length / 2)] ?? 0;
  const all = await ping(installation, ids);
  const perGateway = [...Map.groupBy(rows, ({ gateway }) => gateway).values()].map(({ length }) => length);
  return {
    what: `a command (ping) to ${ids.length} devices, connected to ${perGateway.length} processes: ${perGateway.join(' + ')}`,
    figures: [
      `all answered after ${all.seconds.toFixed(1)} s, ${all.succeeded} with success`,
      `${Math.round(ids.length / all.seconds)} commands/s`,
      `one alone: ${(median * 1000).toFixed(0)} ms, median of ${singles.length}`,
    ],
    ratio: `${(all.seconds / ids.length / median).toFixed(3)}× the time of one alone, each`,
  };
}

async function ping(
  installation: Installation,
  ids: readonly string[],
): Promise<{ readonly seconds: number; readonly succeeded: number }> {
  const { devicesMax } = COMMAND_LIMITS;
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  const running: string[] = [];
  for (let from = 0; from < ids.length; from += devicesMax) {
    const deviceUUIDs = ids.slice(from, from + devicesMax);
    const sent = await callConsole<Batch>(installation, 'POST', '/device/command', {
      deviceUUIDs,
      command: { name: 'ping' },
    });
    running.push(sent.cfgUUID);
  }
  let succeeded = 0;
  while (running.length > 0) {
    const first = await callConsole<Batch>(
      installation,
      'GET',
      `/common/viewNoticeLog?cfgUUID=${running[0]}`,
    );
    if (first.sending === 0) {
      succeeded += first.succeeded;
      running.shift();
    } else if (seconds() > ANSWERED_WITHIN_SECONDS) {
      throw new Error(
        `${running.length} batches of commands are not answered after ${ANSWERED_WITHIN_SECONDS} s`,
      );
    } else await pause(POLL_MS);
  }
  return { seconds: seconds(), succeeded };
}
