import { expect, it } from 'vitest';
import { documentIn, foundIn, importForm } from './import-form.ts';
import { networkSetting, SITE } from './testing/some-network.ts';

function issuesOf(document: string): string[] {
  const { error } = importForm.safeParse({ placeUUID: SITE, document });
  return (error?.issues ?? []).map(({ message }) => message);
}

it('reads a JSON object', () => {
  expect(documentIn(' {"radios": [{"band": "5G"}]}\n')).toEqual({ radios: [{ band: '5G' }] });
  expect(issuesOf('{"radios": []}')).toEqual([]);
});

it.each(['{', '[]', '"text"', 'null', 'radios: []'])('refuses %s', (text) => {
  expect(issuesOf(text)).toEqual(['wireless.import.notJson']);
});

it('requires a document', () => {
  expect(issuesOf('')).toEqual(['validation.required']);
});

it('names networks and bands that were found', () => {
  const place = { level: 'site', uuid: SITE } as const;
  const radios = { kind: 'radios', settingUUID: null, baseVersion: null, place } as const;
  const edits = [networkSetting().edit, { ...radios, value: { bands: { '5G': { channel: 36 } } } }];
  expect(foundIn(edits)).toEqual({ networks: ['Guests'], bands: ['5G'] });
});
