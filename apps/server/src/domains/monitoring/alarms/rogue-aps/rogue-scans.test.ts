import { HOUR } from '@airloom/contract/time';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { InProcessBus } from '../../../../platform/bus/in-process-bus.ts';
import { type Fixture, openFixture } from '../../telemetry/testing/fixture.ts';
import { insertRule } from '../testing/stored-rules.ts';
import { isNight, scanAtNight } from './rogue-scans.ts';

/** Half past two at the site. */
const NIGHT = Date.UTC(2026, 9, 20, 1, 30);
const AT_ONCE = 20;

let ground: Fixture;
let bus: InProcessBus;
let woken: string[];
beforeEach(async () => {
  ground = await openFixture();
  ground.setClock(NIGHT);
  woken = [];
  bus = new InProcessBus(ground.platform.log);
  bus.subscribe('device.wake', ({ deviceIds }) => {
    woken.push(...deviceIds);
  });
});
afterEach(() => ground.end());

const rule = () =>
  insertRule(ground.platform.database, ground.tenant, {
    type: 'rogueAp',
    levels: [{ level: 'important', threshold: null }],
  });

async function devices(count: number, radios = 2): Promise<void> {
  for (let made = 0; made < count; made += 1) await ground.device('ap');
  const abilities = JSON.stringify({ radios: Array.from({ length: radios }, () => ({})) });
  await ground.rows(sql`update device set status = 'online', abilities = ${abilities}::jsonb`);
}

/** Number of scan commands. */
async function scanCommands(): Promise<number> {
  await scanAtNight(ground.platform, bus);
  const rows = await ground.rows(
    sql<{
      id: string;
    }>`select id from command where command = 'wifiScan' and created_at = ${ground.platform.now()}`,
  );
  return rows.length;
}

test('access points scan once a night, some of a site at a time', async () => {
  await rule();
  await devices(AT_ONCE + 3);
  expect(await scanCommands()).toBe(AT_ONCE);
  expect(woken).toHaveLength(AT_ONCE);
  ground.setClock(NIGHT + HOUR / 2);
  expect(await scanCommands()).toBe(3);
  ground.setClock(NIGHT + HOUR);
  expect(await scanCommands()).toBe(0);
  await ground.rows(sql`delete from command`);
  ground.setClock(NIGHT + 24 * HOUR);
  expect(await scanCommands()).toBe(AT_ONCE);
});

test('a device with a recent scan is skipped', async () => {
  await rule();
  await devices(2);
  await ground.rows(sql`
    insert into device_scan (tenant_id, device_id, at, entries)
    select tenant_id, id, ${new Date(NIGHT - HOUR)}, '[]' from device limit 1`);
  expect(await scanCommands()).toBe(1);
});

test.each([
  ['by day', async () => ground.setClock(NIGHT + 10 * HOUR)],
  [
    'without a rule about rogue access points',
    async () => ground.rows(sql`update alarm_rule set enabled = false`),
  ],
  ['by a rule for other devices', async () => ground.rows(sql`update alarm_rule set kinds = '{switch}'`)],
  ['while they are offline', async () => ground.rows(sql`update device set status = 'offline'`)],
  ['without radios', async () => devices(0, 0)],
])('sends no scan command %s', async (_name, prepare) => {
  await rule();
  await devices(2);
  await prepare();
  expect(await scanCommands()).toBe(0);
});

test.each([
  ['Etc/GMT-1', '2026-10-20T00:59', false],
  ['Etc/GMT-1', '2026-10-20T01:00', true],
  ['Etc/GMT-1', '2026-10-20T03:59', true],
  ['Etc/GMT-1', '2026-10-20T04:00', false],
  ['Etc/GMT-13', '2026-10-20T14:00', true],
  ['Etc/GMT+8', '2026-10-20T02:00', false],
  ['Europe/Warsaw', '2026-10-24T00:00', true],
  ['Europe/Warsaw', '2026-10-24T03:00', false],
  // Clocks were set back in between.
  ['Europe/Warsaw', '2026-10-26T00:00', false],
  ['Europe/Warsaw', '2026-10-26T03:00', true],
])('in %s at %s UTC it is night: %s', (zone, time, expected) => {
  expect(isNight(zone, new Date(`${time}:00Z`))).toBe(expected);
});
