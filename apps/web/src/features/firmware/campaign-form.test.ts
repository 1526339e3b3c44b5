import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { expect, it } from 'vitest';
import { toLocalField } from '../../shared/logs/local-time.ts';
import { tonight } from '../../shared/rollout/rollout-start.ts';
import { campaignForm, campaignOf, previewOf, sharesIn } from './campaign-form.ts';

const NOW = { mode: 'now' as const, at: '', ...tonight(Date.now()) };
const SITE = '018f0000-0000-7000-8000-00000000000a';
const FILLED = {
  name: 'Spring',
  firmwareUUID: '018f0000-0000-7000-8000-00000000000f',
  target: { kind: 'all' as const, place: '', deviceUUIDs: [] },
  start: NOW,
  waves: '10, 50 100',
  stopAtFailedPercent: 20,
  retries: 1,
};

function issues(changes: object): string[] {
  const result = campaignForm.safeParse({ ...FILLED, ...changes });
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

function inMinutes(minutes: number): string {
  return toLocalField(new Date(Date.now() + minutes * 60_000).toISOString());
}

it('reads shares in any notation', () => {
  expect(sharesIn('10, 50 % 100%')).toEqual([10, 50, 100]);
  expect(sharesIn(' ')).toEqual([]);
});

it('refuses shares that do not increase to 100', () => {
  expect(issues({ waves: '50, 20, 100' })).toEqual(['waves validation.wavesRise']);
  expect(issues({ waves: '10, 50' })).toEqual(['waves validation.wavesEnd']);
  expect(issues({ waves: 'all' })).toHaveLength(1);
});

it('requires a start time far enough ahead', () => {
  const lead = DEVICE_LIMITS.upgradeLeadMs / 60_000;
  const start = (at: string) => ({ ...NOW, mode: 'at', at });
  expect(issues({ start: start('') })).toEqual(['start validation.required']);
  expect(issues({ start: start(inMinutes(lead - 2)) })).toEqual(['start firmware-pages.campaign.tooSoon']);
  expect(issues({ start: start(inMinutes(lead + 2)) })).toEqual([]);
  expect(issues({ start: { ...NOW, at: 'nonsense' } })).toEqual([]);
  expect(issues({ start: { ...NOW, mode: 'local', until: '02:00' } })).toEqual([
    'start validation.windowEmpty',
  ]);
});

it('requires a site or a group for that target', () => {
  for (const kind of ['site', 'group']) {
    expect(issues({ target: { kind, place: '', deviceUUIDs: [] } })).toEqual([
      'target validation.identifier',
    ]);
  }
});

it('builds the campaign', () => {
  const at = inMinutes(60);
  const values = campaignForm.parse({
    ...FILLED,
    target: { kind: 'site', place: SITE, deviceUUIDs: [] },
    start: { ...NOW, mode: 'at', at },
  });
  expect(campaignOf(values)).toEqual({
    name: 'Spring',
    firmwareUUID: FILLED.firmwareUUID,
    target: { kind: 'site', siteUUID: SITE },
    startAt: new Date(at).toISOString(),
    localStart: null,
    waves: [10, 50, 100],
    stopAtFailedPercent: 20,
    retries: 1,
  });
  expect(campaignOf(campaignForm.parse(FILLED))).toMatchObject({ target: { kind: 'all' }, startAt: null });
});

it('asks for a preview only when it knows enough', () => {
  const values = { ...FILLED, start: { ...NOW, mode: 'local' as const } };
  expect(previewOf(values, null)).toMatchObject({ target: { kind: 'all' }, localStart: { time: '02:00' } });
  expect(previewOf({ ...values, firmwareUUID: '' }, null)).toBeNull();
  expect(previewOf({ ...values, target: { kind: 'site', place: '', deviceUUIDs: [] } }, null)).toBeNull();
  expect(previewOf({ ...values, start: { ...values.start, date: '' } }, null)).toBeNull();
});
