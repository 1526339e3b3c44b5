import { noticeSettingInput } from '@airloom/contract/notices/notices.rules';
import { expect, it } from 'vitest';
import {
  emptySetting,
  labelsOf,
  reached,
  settingForm,
  TIMINGS,
  timed,
  timingOf,
  valuesOf,
  withChosen,
  withoutContact,
} from './setting-form.ts';

const ADA = '0192d6a0-0000-7000-8000-000000000001';
const BOB = '0192d6a0-0000-7000-8000-000000000002';

it('a new setting needs only a name', () => {
  expect(noticeSettingInput.safeParse({ ...emptySetting(ADA), name: 'Night' }).success).toBe(true);
  const { error } = noticeSettingInput.safeParse({ ...emptySetting(undefined), name: 'Night' });
  expect(error?.issues.map(({ path }) => path)).toEqual([['peopleUUIDs'], ['emails']]);
});

it('every timing can be saved and is read back', () => {
  for (const timing of TIMINGS) {
    const values = { ...emptySetting(ADA), name: 'Night', ...timed(timing) };
    expect(noticeSettingInput.safeParse(values).error?.issues ?? []).toEqual([]);
    expect(timingOf(values)).toBe(timing);
  }
});

it('an empty number is required, not treated as at once', () => {
  const values = { ...emptySetting(ADA), name: 'Night', escalateMinutes: Number.NaN };
  expect(timingOf(values)).toBe('unconfirmed');
  const { error } = noticeSettingInput.safeParse(values);
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [['escalateMinutes'], 'validation.required'],
  ]);
});

it('reads the form values back from a setting', () => {
  const values = valuesOf({
    ...noticeSettingInput.parse({ ...emptySetting(ADA), name: 'Night' }),
    settingUUID: BOB,
    sites: [{ uuid: BOB, name: 'Harbour' }],
    people: [{ uuid: ADA, name: 'Ada' }],
    webhooks: [],
    updatedAt: '2026-01-01T00:00:00Z',
  });
  expect(values.siteUUIDs).toEqual([BOB]);
  expect(values.peopleUUIDs).toEqual([ADA]);
  expect(noticeSettingInput.safeParse(values).success).toBe(true);
});

it('keeps an address only with the mode that uses it', () => {
  const targets = { people: ['Ada'], emails: ['a@b.c'], phones: ['+48 1'], webhooks: ['Chat'] };
  expect(reached({ ...targets, modes: ['webhook'] })).toEqual(['Chat']);
  expect(reached({ ...targets, modes: ['page'] })).toEqual(['Ada']);
  expect(reached({ ...targets, modes: ['mail', 'sms'] })).toEqual(['Ada', 'a@b.c', '+48 1']);
  expect(reached({ ...targets, modes: [] })).toEqual([]);
});

it('lists chosen people without the needed address in their profile', () => {
  const people = [
    { value: ADA, label: 'Ada', contact: { email: 'a@b.c', phone: '' } },
    { value: BOB, label: 'Bob' },
  ];
  const chosen = { peopleUUIDs: [ADA, BOB] };
  expect(withoutContact({ ...chosen, modes: ['mail', 'sms'] }, people)).toEqual({ mail: [], sms: ['Ada'] });
  expect(withoutContact({ ...chosen, modes: ['page'] }, people)).toEqual({ mail: [], sms: [] });
  expect(withoutContact({ peopleUUIDs: [BOB], modes: ['sms'] }, people).sms).toEqual([]);
});

it('keeps choices of others visible', () => {
  const choices = withChosen(
    [{ value: ADA, label: 'Ada' }],
    [
      { uuid: ADA, name: 'Ada' },
      { uuid: BOB, name: 'Bob' },
    ],
  );
  expect(labelsOf([BOB, ADA], choices)).toEqual(['Bob', 'Ada']);
  expect(choices).toHaveLength(2);
});

it('only a person who sees the whole account may choose all sites', () => {
  const everywhere = { ...emptySetting(ADA), name: 'Night' };
  expect(settingForm(true).safeParse(everywhere).success).toBe(true);
  const { error } = settingForm(false).safeParse(everywhere);
  expect(error?.issues.map(({ path }) => path)).toEqual([['siteUUIDs']]);
  expect(settingForm(false).safeParse({ ...everywhere, siteUUIDs: [BOB] }).success).toBe(true);
});
