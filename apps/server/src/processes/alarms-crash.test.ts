import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cases, seed } from '../../../../tools/testing/run-length.ts';
import { type SmtpStandIn, startSmtp } from '../platform/senders/testing/smtp-stand-in.ts';
import { needsInstalledNats } from '../testing/installed-nats.ts';
import { WITHIN } from '../testing/within.ts';
import { noticesOf, readAlarms, readMessages, readNotices, unsettled } from './testing/alarm-ledger.ts';
import { AlarmReceiver } from './testing/alarm-receiver.ts';
import { type AlarmStage, CALM, devicesIn, openStage, TOO_BUSY } from './testing/alarm-stage.ts';
import type { KeepingDevice } from './testing/buffering-device.ts';
import { contentsById } from './testing/mail-contents.ts';
import { RandomKills } from './testing/random-kills.ts';
import { seeded } from './testing/seeded.ts';

const CYCLES = cases(60, 10_000);
const DEVICES = Math.min(200, Math.ceil(CYCLES / 4));
const MAILED = 10;
const AWAY = 6;
const EACH = Math.ceil(CYCLES / DEVICES);
const AWAY_EACH = Math.max(1, Math.floor(CYCLES / 2_500));
const KILLS = Math.min(80, 4 + Math.floor(CYCLES / 100));
const ALL_WITHIN_MS = 300_000 + CYCLES * 360;

describe.skipIf(!needsInstalledNats('kill -9 while alarms come and go'))(
  'kill -9 while alarms come and go',
  () => {
    const dice = seeded(seed);
    let receiver: AlarmReceiver;
    let smtp: SmtpStandIn;
    let stage: AlarmStage;
    let havoc: RandomKills;
    /** Acknowledged state changes of every device. */
    const ledger: string[] = [];
    const leaving = new Set<string>();

    beforeAll(async () => {
      [receiver, smtp] = await Promise.all([AlarmReceiver.open(), startSmtp()]);
      stage = await openStage({ smtpPort: smtp.port, webhookPort: receiver.port }, AWAY, dice);
      havoc = new RandomKills(stage.mortal, dice, Math.ceil((EACH * DEVICES * 2) / KILLS));
      receiver.onArrival = () => havoc.note();
    });
    afterAll(async () => {
      await havoc?.end();
      for (const device of stage?.devices ?? []) device.end();
      await stage?.mortal.house.stop();
      receiver?.close();
      await smtp?.stop();
    });

    const query = <R extends object>(text: string, values: unknown[] = []) =>
      stage.mortal.house.query<R>(text, values);

    /** Skips the ten seconds in which mails are gathered. */
    async function mailed(device: KeepingDevice, step: 'raised' | 'cleared', times: number): Promise<void> {
      const sent = async () => {
        await query(`update notice set due_at = now()
        where mode = 'mail' and state = 'waiting' and message_id is null and due_at > now()`);
        const rows = await query(
          `select from notice join alarm on alarm.tenant_id = notice.tenant_id and alarm.id = notice.alarm_id
         where alarm.device_id = $1 and notice.mode = 'mail' and notice.step = $2 and notice.state = 'sent'`,
          [device.id, step],
        );
        return rows.length;
      };
      await expect.poll(sent, WITHIN).toBe(times);
    }

    async function beBusy(device: KeepingDevice, isMailed: boolean): Promise<void> {
      for (let times = 1; times <= EACH; times += 1) {
        const raised = await device.report(TOO_BUSY);
        havoc.note();
        await receiver.heard('raised', 'highCpu', device.id, times);
        if (isMailed) await mailed(device, 'raised', times);
        const cleared = await device.report(CALM);
        havoc.note();
        ledger.push(
          `highCpu ${device.id} ${new Date(raised).toISOString()} ${new Date(cleared).toISOString()}`,
        );
        await receiver.heard('cleared', 'highCpu', device.id, times);
        if (isMailed) await mailed(device, 'cleared', times);
      }
    }

    /**
     * Waits until all notices are sent. A killed process may not have reported devices as offline; as if that minute
     * were over.
     */
    async function timesGone(ids: readonly string[]): Promise<number> {
      await query(
        `update gateway_process held set seen_at = now() - interval '61 seconds'
       where id <> all($1) and not exists (
         select from device where device.gateway_id = held.id and device.id <> all($2))`,
        [stage.mortal.livingGateways, [...leaving]],
      );
      const gone = await query(
        `select from device_log where device_id = any($1) and type = 'offline'
           and not exists (select from outbox where type = 'DevicesOffline')`,
        [ids],
      );
      return gone.length;
    }

    async function comeAndGo(away: readonly KeepingDevice[]): Promise<void> {
      const ids = away.map(({ id }) => id);
      for (let times = 1; times <= AWAY_EACH; times += 1) {
        const received = (event: 'raised' | 'cleared', type: string) =>
          Promise.all(ids.map((id) => receiver.heard(event, type, id, times)));
        for (const id of ids) leaving.add(id);
        await Promise.all(away.map((device) => device.leave()));
        await expect.poll(() => timesGone(ids), { ...WITHIN, interval: 10 }).toBe(times * away.length);
        // The process with the offline events is killed while it gathers them.
        await havoc.strike('console');
        await received('raised', 'deviceFlapping');
        // As if the half hour were over after which a flapping device counts as offline; the process that searches is
        // killed.
        await query(`update device set offline_at = offline_at - interval '31 minutes' where id = any($1)`, [
          ids,
        ]);
        await havoc.strike('console');
        await received('raised', 'deviceOffline');
        leaving.clear();
        await Promise.all(away.map((device) => device.come()));
        // The database is killed while the returns are stored or evaluated.
        await havoc.strike('postgres');
        await received('cleared', 'deviceOffline');
        // As if they had been stable for an hour.
        await query(`update device_log set at = at - interval '1 hour' where device_id = any($1)`, [ids]);
        await havoc.strike('console');
        await received('cleared', 'deviceFlapping');
        ledger.push(...ids.flatMap((id) => [`deviceOffline ${id}`, `deviceFlapping ${id}`]));
      }
    }

    test(`${CYCLES} times raised and cleared: every alarm once, every notice once`, {
      timeout: ALL_WITHIN_MS,
    }, async () => {
      const began = Date.now() - (EACH + 2) * 2_000;
      const serials = Array.from({ length: DEVICES + AWAY }, (_, index) =>
        (0x02_00_00_00_30_00 + index).toString(16).padStart(12, '0'),
      );
      const { sites } = stage;
      const withMail = await devicesIn(stage, sites.mailed, serials.slice(0, MAILED), began);
      const busy = await devicesIn(stage, sites.busy, serials.slice(MAILED, DEVICES), began);
      const away = await Promise.all(
        sites.away.map((site, index) => devicesIn(stage, site, [serials[DEVICES + index] ?? ''], began)),
      );
      const start = performance.now();
      const driven = Promise.all([
        ...withMail.map((device) => beBusy(device, true)),
        ...busy.map((device) => beBusy(device, false)),
        comeAndGo(away.flat()),
      ]);
      await Promise.all([havoc.begin(), driven.then(() => havoc.end())]);
      await expect.poll(() => unsettled(query), WITHIN).toEqual({ facts: 0, notices: 0 });
      const seconds = ((performance.now() - start) / 1_000).toFixed(0);
      process.stdout.write(
        `${ledger.length} alarms in ${seconds} s, killed ${JSON.stringify(stage.mortal.kills)}\n`,
      );

      const alarms = await readAlarms(query);
      expect(alarms.map(({ entry }) => entry).sort()).toEqual(ledger.sort());
      const notices = await readNotices(query);
      const modes = { [sites.busy]: ['webhook'], [sites.mailed]: ['webhook', 'mail'] };
      const expected = alarms.flatMap((alarm) =>
        noticesOf(alarm, modes[alarm.siteId] ?? ['webhook', 'page']),
      );
      expect(notices.map(({ entry }) => entry).sort()).toEqual(expected.sort());

      const idsBy = (mode: string) => [
        ...new Set(notices.filter((notice) => notice.mode === mode).map(({ messageId }) => messageId)),
      ];
      expect((await readMessages(query)).sort()).toEqual(idsBy('page').sort());
      expect([...receiver.received.keys()].sort()).toEqual(idsBy('webhook').sort());
      expect(receiver.contradictions).toEqual([]);
      const mails = contentsById(smtp.mails);
      expect([...mails.keys()].sort()).toEqual(idsBy('mail').sort());
      for (const contents of mails.values()) expect(new Set(contents).size).toBe(1);
      // Notices interrupted by a kill are sent again under the same id, and the log marks them. Receivers deduplicate
      // by id; a mail only by its Message-ID.
      const interrupted = new Set(
        notices.filter((notice) => notice.interrupted).map(({ messageId }) => messageId),
      );
      const mailedAgain = [...mails].filter(([, contents]) => contents.length > 1).map(([id]) => id);
      expect([...receiver.again, ...mailedAgain].filter((id) => !interrupted.has(id))).toEqual([]);
      process.stdout.write(`again: ${receiver.again.size} posts, ${mailedAgain.length} mails\n`);
    });
  },
);
