import { ALARM_LEVELS, type AlarmLevel, gravity } from '@airloom/contract/alarms/alarms.types';
import { describe, expect, test } from 'vitest';
import {
  alarm,
  HOOK,
  later,
  MAIL,
  NOW,
  PAGE,
  rule,
  SMS,
  setting,
  to,
} from '../testing/planned-notice-builders.ts';
import { keyOf } from './notice-candidates.ts';
import { plan } from './plan.ts';
import type { EarlierNotice, PlannedAlarm, PlannedNotice, SettingSource } from './planned-notices.ts';

/** Planned notices as read by the next planning. */
function asEarlier(notices: readonly PlannedNotice[], delivered: boolean): EarlierNotice[] {
  return notices.filter(({ alarmId }) => alarmId !== null).map((notice) => ({ ...notice, delivered }));
}

const short = (notices: readonly PlannedNotice[]) =>
  notices.map(({ step, mode, address, dueAt }) => `${step} ${mode} ${address} ${dueAt.toISOString()}`);

const AFTER_WINDOW = later(10).toISOString();

describe('a raised alarm', () => {
  test('is gathered for people and sent to webhooks and the console at once', () => {
    const delivered = plan(alarm(), rule({ recipients: [MAIL, SMS, HOOK, PAGE] }), [], [], NOW);
    expect(short(delivered)).toEqual([
      `raised mail a@example.org ${AFTER_WINDOW}`,
      `raised sms +48 600100200 ${AFTER_WINDOW}`,
      `raised webhook hook ${NOW.toISOString()}`,
      `raised page  ${NOW.toISOString()}`,
    ]);
  });

  test('is sent to an address once, at the earliest time of all settings', () => {
    const quiet = { restTimes: [{ from: '13:00', to: '13:59' }] };
    const upper = to('mail', 'A@example.org');
    const delivered = plan(
      alarm(),
      rule({ ...quiet }),
      [setting({ recipients: [upper], tellsClears: false }), setting({ id: 'other', ...quiet })],
      [],
      NOW,
    );
    expect(short(delivered)).toEqual([`raised mail A@example.org ${AFTER_WINDOW}`]);
    expect(delivered[0]).toMatchObject({ settingId: 'setting', because: 'Setting', tellsClears: true });
  });

  test.each<[string, Partial<SettingSource>, Partial<PlannedAlarm>, number]>([
    ['another level', { levels: ['urgent'] }, {}, 0],
    ['another site', { siteIds: ['hill'] }, {}, 0],
    ['its own site', { siteIds: ['hill', 'harbour'] }, {}, 1],
    ['no site, for a setting with sites', { siteIds: ['harbour'] }, { siteId: null }, 0],
    ['no site, for a setting for all sites', {}, { siteId: null }, 1],
    ['a setting created later', { since: later(1) }, {}, 0],
    ['a setting created later, with escalation', { since: later(1), escalateMinutes: 5 }, {}, 0],
    ['a setting created later, with a digest', { since: later(1), digest: 'hourly' }, {}, 0],
  ])('%s', (_name, ofSetting, ofAlarm, count) => {
    expect(plan(alarm(ofAlarm), null, [setting(ofSetting)], [], NOW)).toHaveLength(count);
  });

  test('detected late is announced to a setting created in between', () => {
    const late = alarm({ raisedAt: later(-7200) });
    const between = setting({ since: later(-3600) });
    expect(plan(late, rule({ since: later(-3600) }), [between], [], NOW)).toHaveLength(1);
    expect(plan({ ...late, knownAt: later(-7200) }, null, [between], [], NOW)).toEqual([]);
  });

  describe('that escalated', () => {
    const graver = alarm({ level: 'urgent', raisedAt: later(-7200), knownAt: later(-7200), levelledAt: NOW });
    const between = { since: later(-3600), levels: ['urgent'] } as const;
    const late = { since: later(1), levels: ['urgent'] } as const;
    const milder = asEarlier(plan(alarm({ knownAt: later(-7200) }), rule(), [], [], NOW), true);
    const steps = (...settings: SettingSource[]) =>
      plan(graver, null, settings, milder, NOW).map(({ step, settingId }) => `${step} ${settingId}`);

    test('is announced to a setting created before, and not to one created after', () => {
      expect(short(plan(graver, null, [setting(between)], [], NOW))).toEqual([
        `raised mail a@example.org ${AFTER_WINDOW}`,
      ]);
      expect(plan(graver, null, [setting(late)], [], NOW)).toEqual([]);
      expect(plan({ ...graver, levelledAt: null }, null, [setting(between)], [], NOW)).toEqual([]);
    });

    test('is escalated to others counted from that time', () => {
      const escalateMinutes = 15;
      expect(short(plan(graver, null, [setting({ ...between, escalateMinutes })], [], NOW))).toEqual([
        `escalated mail a@example.org ${later(900).toISOString()}`,
      ]);
      expect(plan(graver, null, [setting({ ...late, escalateMinutes })], [], NOW)).toEqual([]);
    });

    test('is in no digest of a period before the setting was created', () => {
      expect(plan(graver, null, [setting({ ...between, digest: 'hourly' })], [], NOW)).toEqual([]);
    });

    test('is announced to recipients of the milder level that were recipients then', () => {
      expect(steps(setting(between))).toEqual(['relevelled setting']);
      expect(steps(setting(late))).toEqual([]);
      // A setting created too late does not hide one that was not.
      const quiet = { restTimes: [{ from: '13:00', to: '13:59' }], urgentAlways: false };
      expect(steps(setting({ ...late, id: 'late' }), setting({ ...between, ...quiet }))).toEqual([
        'relevelled setting',
      ]);
    });
  });

  test('waits for the end of quiet hours, unless it is urgent and the setting allows it', () => {
    // 13:00 at the site.
    const rest = { restTimes: [{ from: '12:30', to: '13:29' }] };
    const dueOf = (level: AlarmLevel, urgentAlways: boolean) =>
      plan(alarm({ level }), null, [setting({ ...rest, urgentAlways })], [], NOW)[0]?.dueAt.toISOString();
    expect(dueOf('important', true)).toBe('2026-11-15T12:30:00.000Z');
    expect(dueOf('urgent', false)).toBe('2026-11-15T12:30:00.000Z');
    expect(dueOf('urgent', true)).toBe(AFTER_WINDOW);
  });

  test('is repeated to people as often as the rule says, not to webhooks nor once confirmed', () => {
    const delivered = plan(alarm(), rule({ repeat: 3, recipients: [MAIL, HOOK, PAGE] }), [], [], NOW);
    expect(short(delivered).filter((line) => line.startsWith('repeated'))).toEqual([
      `repeated mail a@example.org ${later(610).toISOString()}`,
      `repeated mail a@example.org ${later(1210).toISOString()}`,
    ]);
    const known = plan(alarm({ confirmed: true }), rule({ repeat: 3 }), [], [], NOW);
    expect(known.map(({ step }) => step)).toEqual(['raised']);
  });

  test('is escalated to others after a while, counted from when it was raised, while unconfirmed', () => {
    const boss = setting({ escalateMinutes: 15 });
    const late = alarm({ raisedAt: later(-300) });
    expect(short(plan(late, null, [boss], [], NOW))).toEqual([
      `escalated mail a@example.org ${later(600).toISOString()}`,
    ]);
    expect(plan({ ...late, confirmed: true }, null, [boss], [], NOW)).toEqual([]);
  });

  test('is escalated again when it exceeds the level that was confirmed', () => {
    const boss = setting({ escalateMinutes: 15 });
    const first = plan(alarm(), null, [boss], [], NOW);
    const graver = alarm({ level: 'urgent' });
    const again = plan(graver, null, [boss], asEarlier(first, false), later(3600));
    expect(short(again)).toEqual([`escalated mail a@example.org ${later(3600 + 900).toISOString()}`]);
    expect(again[0]?.detail).not.toBe(first[0]?.detail);
    // Notices that are sent anyway, have this level, or were planned again stay as planned first.
    const both = [...asEarlier(first, false), ...asEarlier(again, true)];
    const cases: readonly [PlannedAlarm, EarlierNotice[]][] = [
      [graver, asEarlier(first, true)],
      [alarm(), asEarlier(first, false)],
      [graver, both],
    ];
    for (const [delivered, earlier] of cases) {
      expect(plan(delivered, null, [boss], earlier, later(3600))[0]?.detail).toBe(first[0]?.detail);
    }
  });

  test('is counted in one digest for all alarms of its period', () => {
    const hourly = setting({ digest: 'hourly' });
    const [one] = plan(alarm(), null, [hourly], [], NOW);
    const [other] = plan(alarm({ id: 'other', raisedAt: later(3000) }), null, [hourly], [], NOW);
    const [next] = plan(alarm({ id: 'next', raisedAt: later(3600) }), null, [hourly], [], NOW);
    expect(one).toMatchObject({ step: 'digest', aboutId: 'setting', alarmId: null, dueAt: later(3660) });
    expect(other).toEqual(one);
    expect(next?.detail).not.toBe(one?.detail);
  });
});

describe('a cleared alarm', () => {
  const cleared = alarm({ clearedAt: later(60) });

  test('is announced to recipients of the raised notice, and nobody else', () => {
    const delivered = asEarlier(plan(alarm(), rule({ recipients: [MAIL, HOOK] }), [], [], NOW), true);
    expect(short(plan(cleared, rule({ recipients: [MAIL, SMS] }), [], delivered, later(60)))).toEqual([
      `cleared mail a@example.org ${later(70).toISOString()}`,
      `cleared webhook hook ${later(60).toISOString()}`,
    ]);
    const undelivered = delivered.map((notice) => ({ ...notice, delivered: false }));
    expect(plan(cleared, rule(), [], undelivered, later(60))).toEqual([]);
    expect(plan(cleared, rule(), [], [], later(60))).toEqual([]);
  });

  test('is not announced by a setting without cleared notices', () => {
    const silent = setting({ tellsClears: false });
    const delivered = asEarlier(plan(alarm(), null, [silent], [], NOW), true);
    expect(plan(cleared, null, [silent], delivered, later(60))).toEqual([]);
  });

  test('respects quiet hours', () => {
    const quiet = setting({ restTimes: [{ from: '13:01', to: '13:59' }] });
    const delivered = asEarlier(plan(alarm(), null, [quiet], [], NOW), true);
    expect(plan(cleared, null, [quiet], delivered, later(60))[0]?.dueAt.toISOString()).toBe(
      '2026-11-15T13:00:00.000Z',
    );
  });
});

test('plans one raised notice and one for each higher level, for any sequence of levels', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let run = 0; run < 200; run += 1) {
    const everything = setting({ levels: [...ALARM_LEVELS] });
    const steps: PlannedNotice[] = [];
    const keys = new Set<string>();
    let gravest = Number.POSITIVE_INFINITY;
    let expected = 0;
    for (let turn = 0; turn < 8; turn += 1) {
      const level = ALARM_LEVELS[random(ALARM_LEVELS.length)] ?? 'notice';
      // Events may be delivered twice.
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
