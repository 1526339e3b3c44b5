import { expect, it } from 'vitest';
import { EVERYTHING } from '../../shared/session/scope-address.ts';
import { formOf, reportForm, reportOf, usualReport } from './report-form.ts';

const ORGANIZATION = '00000000-0000-7000-8000-00000000000a';
const SITE = '00000000-0000-7000-8000-00000000000b';
const TREE = {
  trees: [
    {
      enterpriseuuid: ORGANIZATION,
      enterprisename: 'Northwind',
      sites: [{ siteuuid: SITE, sitename: 'Harbour' }],
    },
  ],
  defaultTree: null,
};
const USUAL = usualReport({
  page: 'device',
  place: { siteUUID: SITE, enterpriseUUID: undefined },
  timeZone: 'Asia/Kathmandu',
  language: 'pl',
  email: 'me@example.org',
});

it('starts with the current page, place and zone', () => {
  expect(reportOf(reportForm.parse({ ...USUAL, name: 'Weekly' }), TREE)).toEqual({
    name: 'Weekly',
    pages: ['device'],
    siteUUID: SITE,
    rhythm: 'weekly',
    hour: 7,
    timeZone: 'Asia/Kathmandu',
    language: 'pl',
    emails: ['me@example.org'],
    enabled: true,
  });
});

it('accepts an organization or everything', () => {
  const values = reportForm.parse({ ...USUAL, name: 'Weekly' });
  expect(reportOf({ ...values, place: ORGANIZATION }, TREE)).toMatchObject({ enterpriseUUID: ORGANIZATION });
  const everything = reportOf({ ...values, place: EVERYTHING }, TREE);
  expect(everything).not.toHaveProperty('siteUUID');
  expect(everything).not.toHaveProperty('enterpriseUUID');
});

it('requires a name, a page and a recipient', () => {
  const result = reportForm.safeParse({ ...USUAL, pages: [], emails: [] });
  expect(result.error?.issues.map(({ path }) => path[0])).toEqual(['name', 'pages', 'emails']);
});

it('shows an existing report', () => {
  const report = {
    reportUUID: SITE,
    ...reportOf(reportForm.parse({ ...USUAL, name: 'Weekly' }), TREE),
    pages: ['device' as const],
    enabled: true,
    placeName: 'Harbour',
    nextAt: null,
    lastAt: null,
    lastError: '',
  };
  expect(formOf(report)).toEqual({ ...USUAL, name: 'Weekly' });
});
