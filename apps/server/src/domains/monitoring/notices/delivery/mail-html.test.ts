import { LANGUAGES } from '@airloom/contract/languages';
import { expect, test } from 'vitest';
import type { NoticeAlarm } from '../planning/alarm.repository.ts';
import { mailHtml } from './mail-html.ts';
import { mailOf } from './notice-text.ts';

const ORIGIN = 'https://console.example.org';
const ALARM: NoticeAlarm = {
  id: '0190b1a0-0000-7000-8000-00000000000a',
  ruleId: '0190b1a0-0000-7000-8000-00000000000b',
  type: 'highCpu',
  level: 'urgent',
  siteId: '0190b1a0-0000-7000-8000-00000000000c',
  enterpriseId: null,
  siteName: 'Harbour <img src=x onerror=alert(1)>',
  deviceId: '0190b1a0-0000-7000-8000-00000000000d',
  deviceKind: 'ap',
  deviceName: 'AP "7" & more',
  part: '',
  value: 97,
  threshold: 90,
  raisedAt: new Date('2026-11-18T12:00:00Z'),
  levelledAt: null,
  confirmedAt: null,
  confirmedBy: '',
  clearedAt: null,
  clearReason: null,
  timeZone: 'Europe/Warsaw',
  consequences: 2,
};

function mail(language: (typeof LANGUAGES)[number], origin: string | undefined = ORIGIN) {
  const { letter, body } = mailOf([{ step: 'raised', alarm: ALARM }], 'Night & day', origin, language);
  return { html: mailHtml(letter, language), body };
}

test.each(LANGUAGES)('escapes names and has the language of its reader: %s', (language) => {
  const { html } = mail(language);
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain('Harbour &lt;img src=x onerror=alert(1)&gt;, AP &quot;7&quot; &amp; more');
  expect(html).not.toContain('<img');
  expect(html).toContain('Night &amp; day');
  expect(html).toContain('2026-11-18 13:00 (UTC+01:00)');
  expect(html).not.toMatch(/notices\.|alarms\./);
});

test('links to the alarm and its device, and loads nothing', () => {
  const { html } = mail('en');
  const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
  expect(targets).toEqual([
    `${ORIGIN}/topalarm/list?alarm=${ALARM.id}`,
    `${ORIGIN}/device/capDetail?deviceUUID=${ALARM.deviceId}`,
    `${ORIGIN}/topalarm/list`,
  ]);
  expect(html).not.toMatch(/<[^>]*src=|url\(|@import|<script/);
});

test('the plain text links to the alarm and its device as well', () => {
  const { body } = mail('en');
  expect(body.split('\n').filter((line) => line.includes(ORIGIN))).toEqual([
    `Open alarm: ${ORIGIN}/topalarm/list?alarm=${ALARM.id}`,
    `Open device: ${ORIGIN}/device/capDetail?deviceUUID=${ALARM.deviceId}`,
    `All alarms: ${ORIGIN}/topalarm/list`,
  ]);
});

test('has no links while the public URL is not configured', () => {
  const { letter } = mailOf([{ step: 'raised', alarm: ALARM }], '', undefined, 'en');
  expect(mailHtml(letter, 'en')).not.toContain('href=');
});

test('has colours for dark mode', () => {
  const { html } = mail('en');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
});

const escaped = (line: string) =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

test('the HTML part contains every line of the text part', () => {
  const { html, body } = mail('en');
  // The label and the target of a link are apart there.
  const pieces = body.split('\n').flatMap((line) => line.split(/: (?=https:)/));
  for (const piece of pieces.filter((one) => one !== '')) expect(html).toContain(escaped(piece));
});
