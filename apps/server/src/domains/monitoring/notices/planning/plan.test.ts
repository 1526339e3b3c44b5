import { ALARM_LEVELS, type AlarmLevel, gravity } from '@airloom/contract/alarms/alarms.types';
import { describe, expect, test } from 'vitest';
import type { EarlierNotice, PlannedAlarm, PlannedNotice, SettingTelling } from '../delivery/telling.ts';
import { alarm, HOOK, later, MAIL, NOW, PAGE, rule, SMS, setting, to } from '../testing/tellings.ts';
import { plan } from './plan.ts';
import { keyOf } from './wishes.ts';

/** What was planned, as it is found when planning again. */
function asEarlier(notices: readonly PlannedNotice[], told: boolean): EarlierNotice[] {
  return notices.filter(({ alarmId }) => alarmId !== null).map((notice) => ({ ...notice, told }));
}

const short = (notices: readonly PlannedNotice[]) =>
  notices.map(({ step, mode, address, dueAt }) => `${step} ${mode} ${address} ${dueAt.toISOString()}`);

const AFTER_WINDOW = later(10).toISOString();

describe('an alarm that is raised', () => {
  test('is gathered for people, and told to programs and the console at once', () => {
    const told = plan(alarm(), rule({ recipients: [MAIL, SMS, HOOK, PAGE] }), [], [], NOW);
    expect(short(told)).toEqual([
      `raised mail a@example.org ${AFTER_WINDOW}`,
      `raised sms +48 600100200 ${AFTER_WINDOW}`,
      `raised webhook hook ${NOW.toISOString()}`,
      `raised page  ${NOW.toISOString()}`,
    ]);
  });

  test('is told to an address once, however many want it, at the earliest of their times', () => {
    const resting = { restTimes: [{ from: '13:00', to: '13:59' }] };
    const upper = to('mail', 'A@example.org');
    const told = plan(
      alarm(),
      rule({ ...resting }),
      [setting({ recipients: [upper], tellsClears: false }), setting({ id: 'other', ...resting })],
      [],
      NOW,
    );
    expect(short(told)).toEqual([`raised mail A@example.org ${AFTER_WINDOW}`]);
    expect(told[0]).toMatchObject({ settingId: 'setting', because: 'Setting', tellsClears: true });
  });

  test.each<[string, Partial<SettingTelling>, Partial<PlannedAlarm>, number]>([
    ['another level', { levels: ['urgent'] }, {}, 0],
    ['another site', { siteIds: ['hill'] }, {}, 0],
    ['its own site', { siteIds: ['hill', 'harbour'] }, {}, 1],
    ['no site, for a setting of sites', { siteIds: ['harbour'] }, { siteId: null }, 0],
    ['no site, for a setting for everywhere', {}, { siteId: null }, 1],
    ['a setting from after it', { since: later(1) }, {}, 0],
    ['a setting from after it, to escalate', { since: later(1), escalateMinutes: 5 }, {}, 0],
    ['a setting from after it, with a digest', { since: later(1), digest: 'hourly' }, {}, 0],
  ])('%s', (_name, ofSetting, ofAlarm, count) => {
    expect(plan(alarm(ofAlarm), null, [setting(ofSetting)], [], NOW)).toHaveLength(count);
  });

  test('that was found out late is news to a setting from between', () => {
    const late = alarm({ raisedAt: later(-7200) });
    const between = setting({ since: later(-3600) });
    expect(plan(late, rule({ since: later(-3600) }), [between], [], NOW)).toHaveLength(1);
    expect(plan({ ...late, knownAt: later(-7200) }, null, [between], [], NOW)).toEqual([]);
  });

  describe('that turned graver', () => {
    const graver = alarm({ level: 'urgent', raisedAt: later(-7200), knownAt: later(-7200), levelledAt: NOW });
    const between = { since: later(-3600), levels: ['urgent'] } as const;
    const late = { since: later(1), levels: ['urgent'] } as const;
    const milder = asEarlier(plan(alarm({ knownAt: later(-7200) }), rule(), [], [], NOW), true);
    const steps = (...settings: SettingTelling[]) =>
      plan(graver, null, settings, milder, NOW).map(({ step, settingId }) => `${step} ${settingId}`);

    test('is news to a setting from before it did, and not to one from after', () => {
      expect(short(plan(graver, null, [setting(between)], [], NOW))).toEqual([
        `raised mail a@example.org ${AFTER_WINDOW}`,
      ]);
      expect(plan(graver, null, [setting(late)], [], NOW)).toEqual([]);
      expect(plan({ ...graver, levelledAt: null }, null, [setting(between)], [], NOW)).toEqual([]);
    });

    test('goes to others after a while, counted from then', () => {
      const escalateMinutes = 15;
      expect(short(plan(graver, null, [setting({ ...between, escalateMinutes })], [], NOW))).toEqual([
        `escalated mail a@example.org ${later(900).toISOString()}`,
      ]);
      expect(plan(graver, null, [setting({ ...late, escalateMinutes })], [], NOW)).toEqual([]);
    });

    test('is in no digest of a time when nobody wanted one', () => {
      expect(plan(graver, null, [setting({ ...between, digest: 'hourly' })], [], NOW)).toEqual([]);
    });

    test('is told to who knows of something milder, if they were to be told of it then', () => {
      expect(steps(setting(between))).toEqual(['relevelled setting']);
      expect(steps(setting(late))).toEqual([]);
      // One that is too late for it hides none that is not.
      const resting = { restTimes: [{ from: '13:00', to: '13:59' }], urgentAlways: false };
      expect(steps(setting({ ...late, id: 'late' }), setting({ ...between, ...resting }))).toEqual([
        'relevelled setting',
      ]);
    });
  });

  test('waits for the end of rest, unless it is urgent and the setting says so', () => {
    // 13:00 where the site is.
    const rest = { restTimes: [{ from: '12:30', to: '13:29' }] };
    const dueOf = (level: AlarmLevel, urgentAlways: boolean) =>
      plan(alarm({ level }), null, [setting({ ...rest, urgentAlways })], [], NOW)[0]?.dueAt.toISOString();
    expect(dueOf('important', true)).toBe('2026-11-15T12:30:00.000Z');
    expect(dueOf('urgent', false)).toBe('2026-11-15T12:30:00.000Z');
    expect(dueOf('urgent', true)).toBe(AFTER_WINDOW);
  });

  test('is repeated to people as often as the rule says, not to programs nor once confirmed', () => {
    const told = plan(alarm(), rule({ repeat: 3, recipients: [MAIL, HOOK, PAGE] }), [], [], NOW);
    expect(short(told).filter((line) => line.startsWith('repeated'))).toEqual([
      `repeated mail a@example.org ${later(610).toISOString()}`,
      `repeated mail a@example.org ${later(1210).toISOString()}`,
    ]);
    const known = plan(alarm({ confirmed: true }), rule({ repeat: 3 }), [], [], NOW);
    expect(known.map(({ step }) => step)).toEqual(['raised']);
  });

  test('goes to others after a while, counted from when it was raised, while nobody confirmed', () => {
    const boss = setting({ escalateMinutes: 15 });
    const late = alarm({ raisedAt: later(-300) });
    expect(short(plan(late, null, [boss], [], NOW))).toEqual([
      `escalated mail a@example.org ${later(600).toISOString()}`,
    ]);
    expect(plan({ ...late, confirmed: true }, null, [boss], [], NOW)).toEqual([]);
  });

  test('goes to others after a while again when it gets graver than what somebody confirmed', () => {
    const boss = setting({ escalateMinutes: 15 });
    const first = plan(alarm(), null, [boss], [], NOW);
    const graver = alarm({ level: 'urgent' });
    const again = plan(graver, null, [boss], asEarlier(first, false), later(3600));
    expect(short(again)).toEqual([`escalated mail a@example.org ${later(3600 + 900).toISOString()}`]);
    expect(again[0]?.detail).not.toBe(first[0]?.detail);
    // What goes out anyway, was for this level, or was planned anew before, stays as it was planned first.
    const both = [...asEarlier(first, false), ...asEarlier(again, true)];
    const cases: readonly [PlannedAlarm, EarlierNotice[]][] = [
      [graver, asEarlier(first, true)],
      [alarm(), asEarlier(first, false)],
      [graver, both],
    ];
    for (const [told, earlier] of cases) {
      expect(plan(told, null, [boss], earlier, later(3600))[0]?.detail).toBe(first[0]?.detail);
    }
  });

  test('is counted in a digest that is one for all alarms of its period', () => {
    const hourly = setting({ digest: 'hourly' });
    const [one] = plan(alarm(), null, [hourly], [], NOW);
    const [other] = plan(alarm({ id: 'other', raisedAt: later(3000) }), null, [hourly], [], NOW);
    const [next] = plan(alarm({ id: 'next', raisedAt: later(3600) }), null, [hourly], [], NOW);
    expect(one).toMatchObject({ step: 'digest', aboutId: 'setting', alarmId: null, dueAt: later(3660) });
    expect(other).toEqual(one);
    expect(next?.detail).not.toBe(one?.detail);
  });
});

describe('an alarm that is over', () => {
  const cleared = alarm({ clearedAt: later(60) });

  test('is told to who was told that it began, and nobody else', () => {
    const told = asEarlier(plan(alarm(), rule({ recipients: [MAIL, HOOK] }), [], [], NOW), true);
    expect(short(plan(cleared, rule({ recipients: [MAIL, SMS] }), [], told, later(60)))).toEqual([
      `cleared mail a@example.org ${later(70).toISOString()}`,
      `cleared webhook hook ${later(60).toISOString()}`,
    ]);
    const untold = told.map((notice) => ({ ...notice, told: false }));
    expect(plan(cleared, rule(), [], untold, later(60))).toEqual([]);
    expect(plan(cleared, rule(), [], [], later(60))).toEqual([]);
  });

  test('is not told by a setting that does not tell so', () => {
    const silent = setting({ tellsClears: false });
    const told = asEarlier(plan(alarm(), null, [silent], [], NOW), true);
    expect(plan(cleared, null, [silent], told, later(60))).toEqual([]);
  });

  test('lets those rest who rest', () => {
    const resting = setting({ restTimes: [{ from: '13:01', to: '13:59' }] });
    const told = asEarlier(plan(alarm(), null, [resting], [], NOW), true);
    expect(plan(cleared, null, [resting], told, later(60))[0]?.dueAt.toISOString()).toBe(
      '2026-11-15T13:00:00.000Z',
    );
  });
});

test('whatever levels an alarm goes through: first raised, then each graver level once', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let story = 0; story < 200; story += 1) {
    const everything = setting({ levels: [...ALARM_LEVELS] });
    const steps: PlannedNotice[] = [];
    const keys = new Set<string>();
    let gravest = Number.POSITIVE_INFINITY;
    let expected = 0;
    for (let turn = 0; turn < 8; turn += 1) {
      const level = ALARM_LEVELS[random(ALARM_LEVELS.length)] ?? 'notice';
      // Told of twice, as facts may be.
      for (let again = 0; again < 2; again += 1) {
        for (const notice of plan(alarm({ level }), rule(), [everything], asEarlier(steps, true), NOW)) {
          const key = `${notice.step} ${notice.detail} ${keyOf(notice)}`;
          expect(keys.has(key)).toBe(false);
          keys.add(key);
          steps.push(notice);
        }
      }
      if (gravity(level) < gravest) {
        gravest = gravity(level);
        expected += 1;
      }
    }
    expect(steps).toHaveLength(expected);
    expect(steps.map(({ step }) => step)).toEqual(
      steps.map((_, index) => (index === 0 ? 'raised' : 'relevelled')),
    );
    const levels = steps.map(({ level }) => gravity(level));
    expect(levels).toEqual(levels.toSorted((a, b) => b - a));
  }
});
