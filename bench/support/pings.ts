import { setTimeout as pause } from 'node:timers/promises';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { SUCCESS_CODES } from '@airloom/contract/errors';
import { LIMITS } from '@airloom/contract/limits';
import { type House } from './held-devices.ts';
import type { Row } from './report.ts';

const POLL_MS = 20;
const ANSWERED_WITHIN_SECONDS = 300;
const ALONE = 20;

interface Batch {
  readonly cfgUUID: string;
  readonly sending: number;
  readonly succeeded: number;
}

/** An order to every device at once, in batches that mix those of all gateways; beside orders to one device each. */
export async function pings(house: House): Promise<Row> {
  const { rows } = await house.database.owner.query<{ id: string; gateway: string }>(
    `select id, gateway_id as gateway from device
     where tenant_id = $1 and connection_id is not null and gateway_id is not null order by id`,
    [house.account.tenant],
  );
  const ids = rows.map(({ id }) => id);
  const alone: number[] = [];
  for (const id of ids.slice(0, ALONE)) alone.push((await ping(house, [id])).seconds);
  alone.sort((a, b) => a - b);
  const median = alone[Math.floor(alone.length / 2)] ?? 0;
  const all = await ping(house, ids);
  const held = [...Map.groupBy(rows, ({ gateway }) => gateway).values()].map(({ length }) => length);
  return {
    what: `an order (ping) to ${ids.length} devices, held by ${held.length} processes: ${held.join(' + ')}`,
    figures: [
      `all answered after ${all.seconds.toFixed(1)} s, ${all.succeeded} with success`,
      `${Math.round(ids.length / all.seconds)} orders/s`,
      `one alone: ${(median * 1000).toFixed(0)} ms, median of ${alone.length}`,
    ],
    ratio: `${(all.seconds / ids.length / median).toFixed(3)}× the time of one alone, each`,
  };
}

async function ping(
  house: House,
  ids: readonly string[],
): Promise<{ readonly seconds: number; readonly succeeded: number }> {
  const { devicesMax } = LIMITS.command;
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  const running: string[] = [];
  for (let from = 0; from < ids.length; from += devicesMax) {
    const deviceUUIDs = ids.slice(from, from + devicesMax);
    const sent = await call(house, 'POST', '/device/command', { deviceUUIDs, command: { name: 'ping' } });
    running.push(sent.cfgUUID);
  }
  let succeeded = 0;
  while (running.length > 0) {
    const first = await call(house, 'GET', `/common/viewNoticeLog?cfgUUID=${running[0]}`);
    if (first.sending === 0) {
      succeeded += first.succeeded;
      running.shift();
    } else if (seconds() > ANSWERED_WITHIN_SECONDS) {
      throw new Error(
        `${running.length} batches of orders are not answered after ${ANSWERED_WITHIN_SECONDS} s`,
      );
    } else await pause(POLL_MS);
  }
  return { seconds: seconds(), succeeded };
}

async function call(house: House, method: 'GET' | 'POST', path: string, body?: object): Promise<Batch> {
  const response = await fetch(`http://127.0.0.1:${house.console.port}${API_BASE}${path}`, {
    method,
    headers: {
      [CLIENT_HEADER]: 'bench',
      authorization: `Bearer ${house.account.token}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: { readonly code: number; readonly msg: string; readonly data: Batch } = JSON.parse(
    await response.text(),
  );
  if (!SUCCESS_CODES.includes(answer.code)) throw new Error(`${path} answered ${answer.code}: ${answer.msg}`);
  return answer.data;
}
