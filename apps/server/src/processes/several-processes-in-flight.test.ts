import { OK_ACCEPTED } from '@airloom/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Installation, type SpawnedGateway } from '../testing/installation.ts';
import { needsInstalledNats } from '../testing/installed-nats.ts';
import { stopped } from '../testing/spawned-console.ts';
import { WITHIN } from '../testing/within.ts';
import { startCampaign } from './testing/campaign.ts';
import { RoamingDevice } from './testing/roaming-device.ts';

/** How a device answers a command, and what it does. */
interface Behaviour {
  readonly answers: boolean;
  readonly obeys: boolean;
}
const BEHAVIOURS: readonly Behaviour[] = [
  { answers: false, obeys: true },
  { answers: false, obeys: false },
  { answers: true, obeys: true },
  { answers: true, obeys: false },
];
const OLD = 'one';
const NEW = 'two';

interface Target extends Behaviour {
  readonly device: RoamingDevice;
  readonly at: SpawnedGateway;
}

function endOf({ answers, obeys }: Behaviour): string {
  if (obeys) return 'success';
  return answers ? 'responseTimeout' : 'ackTimeout';
}

describe.skipIf(!needsInstalledNats('commands in flight when their process dies'))(
  'commands in flight when their process dies',
  () => {
    let installation: Installation;
    let north: SpawnedGateway;
    let serials = 0x02_00_00_00_30_00;
    const devices: RoamingDevice[] = [];
    beforeAll(async () => {
      installation = await Installation.start();
      north = await installation.startGateway();
    });
    afterAll(async () => {
      for (const device of devices) device.end();
      await installation?.stop();
    });

    async function deviceAt(gateway: SpawnedGateway): Promise<RoamingDevice> {
      serials += 1;
      const device = await RoamingDevice.at(installation, gateway, serials.toString(16).padStart(12, '0'));
      devices.push(device);
      return device;
    }

    /** One device of each behaviour at each gateway; they ignore commands other than `name`. */
    async function oneOfEach(gateways: readonly SpawnedGateway[], name: string): Promise<Target[]> {
      const all = gateways.flatMap((at) => BEHAVIOURS.map((way) => ({ at, ...way })));
      return Promise.all(
        all.map(async ({ at, ...way }) => {
          const device = await deviceAt(at);
          device.obey = ({ id, command }) => {
            if (command.name === name && way.answers) device.answer(id);
          };
          return { at, device, ...way };
        }),
      );
    }

    async function sendCommand(name: string, ...to: readonly RoamingDevice[]): Promise<string> {
      const answer = await installation.post('/device/command', {
        deviceUUIDs: to.map(({ id }) => id),
        command: { name },
      });
      expect(answer.code).toBe(OK_ACCEPTED);
      return answer.data['cfgUUID'] ?? '';
    }

    interface Row {
      readonly id: string;
      readonly state: string;
      readonly answered: boolean;
    }

    /** The results of the commands of these devices, by device. */
    async function rows(command: string, of: readonly RoamingDevice[]): Promise<Map<string, Row>> {
      const found = await installation.query<Row & { device: string }>(
        `select device_id as device, id, state, answered_at is not null as answered from command
         where command = $1 and device_id = any($2) order by id desc`,
        [command, of.map(({ id }) => id)],
      );
      // The oldest of each.
      return new Map(found.map((row) => [row.device, row]));
    }

    async function statesOf(
      command: string,
      ...of: readonly RoamingDevice[]
    ): Promise<(string | undefined)[]> {
      const found = await rows(command, of);
      return of.map(({ id }) => found.get(id)?.state);
    }

    /** All were sent their command, and the acknowledgements are stored. */
    async function inFlight(command: string, targets: readonly Target[]): Promise<void> {
      const those = targets.map(({ device }) => device);
      await expect
        .poll(() => those.map((device) => device.receivedCount(command)), WITHIN)
        .toEqual(targets.map(() => 1));
      await expect
        .poll(async () => {
          const found = await rows(command, those);
          return those.map(({ id }) => found.get(id)?.answered);
        }, WITHIN)
        .toEqual(targets.map(({ answers }) => answers));
    }

    /** As if this much time had passed since commands were sent. */
    async function pass(seconds: number): Promise<void> {
      await installation.query(
        `update command set sent_at = sent_at - $1 * interval '1 second', deadline = deadline - $1 * interval '1 second'
         where ended_at is null and sent_at is not null`,
        [seconds],
      );
    }

    /** Commands without an answer have expired. */
    async function untilOver(command: string, of: readonly RoamingDevice[]): Promise<void> {
      await installation.query(
        `update command set deadline = now()
         where ended_at is null and sent_at is not null and device_id = any($1)`,
        [of.map(({ id }) => id)],
      );
      await expect.poll(() => statesOf(command, ...of), WITHIN).not.toContain('sending');
    }

    test('kill -9 of one gateway of a batch: commands end in their real state, nothing restarts twice', async () => {
      const south = await installation.startGateway();
      const targets = await oneOfEach([north, south], 'reboot');
      const there = targets.filter(({ at }) => at === south);
      const busy = await deviceAt(south);
      busy.obey = ({ id, command }) => {
        if (command.name === 'reboot') busy.answer(id);
      };
      await sendCommand('ping', busy);
      await expect.poll(() => busy.receivedCount('ping'), WITHIN).toBe(1);
      const all = targets.map(({ device }) => device);
      await sendCommand('reboot', ...all, busy);
      await inFlight('reboot', targets);
      // Devices that do not answer a running gateway have half a minute.
      for (const { at, device, obeys } of targets) if (at === north && obeys) await device.restart();
      await stopped(south.process, 'SIGKILL');
      expect(busy.receivedCount('reboot')).toBe(0);

      const impatient = there[0]?.device;
      if (impatient === undefined) throw new Error('No device is at the second gateway');
      const again = await sendCommand('reboot', impatient);
      expect(await installation.query('select state from command where batch_id = $1', [again])).toEqual([
        { state: 'deviceBusy' },
      ]);
      // A restart takes longer than an answer may take.
      await pass(61);
      for (const { device, answers, obeys } of there) {
        if (obeys) device.startedAt = Date.now();
        // An answered command is confirmed by the next state, an unanswered one by the reason of the reconnection.
        await device.comeTo(north, { reason: obeys && !answers ? 'reboot' : 'socket' });
        device.report();
      }
      await busy.comeTo(north, { reason: 'socket' });
      // The deadlines of a device are checked by the process that holds it.
      await expect.poll(() => statesOf('ping', busy), WITHIN).toEqual(['ackTimeout']);
      await expect.poll(() => busy.receivedCount('reboot'), WITHIN).toBe(1);
      await busy.restart();
      const obedient = targets.filter(({ obeys }) => obeys).map(({ device }) => device);
      await expect
        .poll(() => statesOf('reboot', ...obedient, busy), WITHIN)
        .toEqual([...obedient, busy].map(() => 'success'));
      await untilOver('reboot', all);
      expect(await statesOf('reboot', ...all)).toEqual(targets.map(endOf));
      expect([...all, busy].map((device) => device.receivedCount('reboot'))).toEqual(
        [...all, busy].map(() => 1),
      );
      expect(busy.receivedCount('ping')).toBe(1);
    });

    test('kill -9 of a gateway in a campaign: no device is upgraded twice, each ends with its version', async () => {
      const south = await installation.startGateway();
      const targets = await oneOfEach([north, south], 'upgrade');
      const all = targets.map(({ device }) => device);
      const campaign = await startCampaign(installation, all, NEW);
      await inFlight('upgrade', targets);
      const done = { reason: 'upgrade', firmware: NEW };
      for (const { at, device, obeys } of targets) if (at === north && obeys) await device.restart(done);
      await stopped(south.process, 'SIGKILL');
      for (const { at, device, obeys } of targets)
        if (at === south) await device.comeTo(north, obeys ? done : { reason: 'socket', firmware: OLD });
      const obedient = targets.filter(({ obeys }) => obeys).map(({ device }) => device);
      await expect
        .poll(() => statesOf('upgrade', ...obedient), WITHIN)
        .toEqual(obedient.map(() => 'success'));
      await untilOver('upgrade', all);
      expect(await statesOf('upgrade', ...all)).toEqual(targets.map(endOf));
      // An attempt without any sign for this long has failed.
      await installation.query(
        `update command set sent_at = sent_at - interval '16 minutes' where device_id = any($1)`,
        [all.map(({ id }) => id)],
      );
      await installation.query(`update upgrade set next_at = now() where state = 'upgrading'`);
      await expect
        .poll(
          () => installation.query('select state from upgrade_campaign where id = $1', [campaign]),
          WITHIN,
        )
        .toEqual([{ state: 'finished' }]);
      const upgrades = await installation.query<{ id: string }>(
        `select device_id as id, state, attempts, version from upgrade join device on device.id = device_id
         where campaign_id = $1`,
        [campaign],
      );
      const byId = new Map(upgrades.map(({ id, ...row }) => [id, row]));
      expect(targets.map(({ device }) => [device.receivedCount('upgrade'), byId.get(device.id)])).toEqual(
        targets.map(({ obeys }) => [
          1,
          obeys
            ? { state: 'succeeded', attempts: 1, version: NEW }
            : { state: 'failed', attempts: 1, version: OLD },
        ]),
      );
    });

    test('kill -9 of the console while commands are pending: gateways send them, once', async () => {
      const south = await installation.startGateway();
      const [stays, moves] = [await deviceAt(north), await deviceAt(south)];
      const open = new Map<RoamingDevice, number>();
      for (const device of [stays, moves]) {
        device.obey = ({ id, command }) => {
          if (command.name === 'ping') open.set(device, id);
          else device.answer(id);
        };
      }
      await sendCommand('ping', stays, moves);
      await sendCommand('reboot', stays, moves);
      await expect.poll(() => open.size, WITHIN).toBe(2);
      const { console: asked } = installation;
      if (asked === null) throw new Error('There is no console');
      await Promise.all([stopped(asked, 'SIGKILL'), stopped(south.process, 'SIGKILL')]);
      expect([stays.receivedCount('reboot'), moves.receivedCount('reboot')]).toEqual([0, 0]);

      stays.answer(open.get(stays) ?? 0);
      await moves.comeTo(north, { reason: 'socket' });
      await untilOver('ping', [moves]);
      expect(await statesOf('ping', stays, moves)).toEqual(['success', 'ackTimeout']);
      for (const device of [stays, moves]) {
        await expect.poll(() => device.receivedCount('reboot'), WITHIN).toBe(1);
        await device.restart();
      }
      await expect.poll(() => statesOf('reboot', stays, moves), WITHIN).toEqual(['success', 'success']);
      await installation.startConsole();
      await expect.poll(() => installation.query('select from outbox'), WITHIN).toEqual([]);
      expect(
        [stays, moves].map((device) => [device.receivedCount('ping'), device.receivedCount('reboot')]),
      ).toEqual([
        [1, 1],
        [1, 1],
      ]);
    });

    test('kill -9 of the console during many commands: accepted ones run once, none is stored partially', async () => {
      const [many, acceptedBefore] = [40, 8];
      const south = await installation.startGateway();
      const both = [await deviceAt(north), await deviceAt(south)];
      const accepted: string[] = [];
      const outcomes = await Promise.allSettled(
        Array.from({ length: many }, async () => {
          accepted.push(await sendCommand('ping', ...both));
          if (accepted.length === acceptedBefore) installation.console?.kill('SIGKILL');
        }),
      );
      const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(lost.length).toBeGreaterThan(0);
      // No request was refused: the server was down.
      expect(lost.filter((error) => !(error instanceof TypeError))).toEqual([]);
      const batches = () =>
        installation.query<{ id: string; count: number; states: string[] }>(
          `select batch_id as id, count(*)::int as count, array_agg(distinct state) as states from command
           where device_id = any($1) group by batch_id order by batch_id`,
          [both.map(({ id }) => id)],
        );
      // The last one may be committed although its process died before answering.
      await expect
        .poll(async () => (await batches()).flatMap(({ states }) => states), WITHIN)
        .not.toContain('sending');
      const known = await batches();
      expect(known.map(({ id }) => id)).toEqual(expect.arrayContaining(accepted));
      expect(known).toEqual(known.map(({ id }) => ({ id, count: both.length, states: ['success'] })));
      expect(both.map((device) => device.receivedCount('ping'))).toEqual(both.map(() => known.length));
      await installation.startConsole();
      await stopped(south.process, 'SIGTERM');
    });
  },
);
