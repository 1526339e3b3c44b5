import { documentPlaceOf } from '@airloom/contract/configuration/document-fields';
import { DEVICE_KINDS } from '@airloom/contract/devices/device-classes';
import { differences } from '@airloom/contract/differences';
import { compile } from '@airloom/device-protocol/configuration/compile';
import { resolve } from '@airloom/device-protocol/configuration/resolve';
import { anyAbilities, anySettings, PLACE } from '@airloom/device-protocol/testing/arbitrary-settings';
import { SETTINGS } from '@airloom/device-protocol/testing/settings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownDocument } from './shown-document.ts';

const port = { speedMbps: 1000, fullDuplex: true, poe: true, enabled: true, negotiated: true };

/** Paths of all single values. */
function leaves(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((part, nth) => leaves(part, `${path}[${nth}]`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, part]) =>
    leaves(part, path === '' ? name : `${path}.${name}`),
  );
}

const anyDocument = fc
  .tuple(
    anySettings,
    anyAbilities,
    fc.constantFrom(...DEVICE_KINDS),
    fc.option(fc.integer({ min: 1, max: 4050 })),
  )
  .map(([settings, abilities, kind, managementVlan]) => {
    const switchPorts = kind === 'switch' ? [{ ...port, name: 'Ethernet0' }] : [];
    const base = { ...SETTINGS, managementVlan, switchPorts };
    const effective = resolve(settings, PLACE);
    return shownDocument(compile({ kind, base, abilities, effective, offNetworks: new Set() }).document);
  });

test('every value of a document has a name', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      expect(leaves(document).filter((path) => documentPlaceOf(path) === null)).toEqual([]);
    }),
  );
});

test('every difference of two documents is of a named value, or of a whole part', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (before, after) => {
      for (const difference of differences(before, after))
        for (const value of [difference.before, difference.after])
          if (value !== undefined)
            expect(leaves(value, difference.path).filter((path) => documentPlaceOf(path) === null)).toEqual(
              [],
            );
    }),
  );
});
