import { expect, test } from 'vitest';
import { noticeSettingInput } from './notices.rules.ts';

const SETTING = { name: 'Night shift', levels: ['urgent'] };
const peopleUUIDs = ['0190b1a0-0000-7000-8000-000000000001'];
const emails = ['a@example.org'];
const phones = ['+48 600100200'];

function faults(fields: object): Record<string, string> {
  const issues = noticeSettingInput.safeParse({ ...SETTING, ...fields }).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]));
}

test.each<[string, object, Record<string, string>]>([
  ['no mode', { modes: [] }, { modes: 'validation.required' }],
  ['all modes to a person', { modes: ['page', 'mail', 'sms'], peopleUUIDs }, {}],
  ['mail to an address', { modes: ['mail'], emails }, {}],
  ['mail to a number', { modes: ['mail'], phones }, { emails: 'validation.mailToNobody' }],
  ['SMS to a number', { modes: ['sms'], phones }, {}],
  ['SMS to an address', { modes: ['sms'], emails }, { phones: 'validation.smsToNobody' }],
  [
    'the console to an address',
    { modes: ['page', 'mail'], emails },
    { peopleUUIDs: 'validation.pageToNobody' },
  ],
  [
    'a webhook mode without webhooks',
    { modes: ['webhook'], emails },
    { webhookUUIDs: 'validation.required' },
  ],
])('a setting with %s', (_how, fields, expected) => {
  expect(faults(fields)).toEqual(expected);
});
