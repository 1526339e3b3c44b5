import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LinkKind } from './topology.model.ts';
import { type Ends, type LinkRefusal, linkInput, linkRefusal } from './topology.rules.ts';

type ExistingLink = Ends & { readonly kind: LinkKind };

/** `gw>sw` is a wired link, `ac~ap` a managed one, `root)leaf` a mesh link. */
function told(text: string): ExistingLink[] {
  const kinds: Record<string, LinkKind> = { '>': 'wired', '~': 'managed', ')': 'mesh', '-': 'manual' };
  return text.split(' ').flatMap((word) => {
    const [, upperUUID, sign, lowerUUID] = /^(\w+)([>~)-])(\w+)$/.exec(word) ?? [];
    if (upperUUID === undefined || lowerUUID === undefined || sign === undefined) return [];
    return [{ upperUUID, lowerUUID, kind: kinds[sign] ?? 'wired' }];
  });
}

const DUPLICATE: LinkRefusal = { error: 'linkDuplicate' };
const LOOP: LinkRefusal = { error: 'linkRootLoop' };

test.each<[string, string, string, LinkRefusal | null]>([
  ['the first of all', '', 'sw>ap', null],
  ['a second below the same', 'sw>ap1', 'sw>ap2', null],
  ['a tree hung below another', 'gw>sw1 sw2>ap', 'sw1>sw2', null],
  ['below itself', '', 'sw>sw', LOOP],
  ['reported already', 'sw>ap', 'sw>ap', DUPLICATE],
  ['reported already, in the other direction', 'sw>ap', 'ap>sw', DUPLICATE],
  ['drawn already', 'sw-ap', 'sw>ap', DUPLICATE],
  ['linked by radio already', 'root)leaf', 'root>leaf', DUPLICATE],
  ['a wired link to its controller', 'ac~ap', 'ac>ap', null],
  ['a second uplink beside a cable', 'sw1>ap', 'sw2>ap', { error: 'linkUplinkTaken', upperUUID: 'sw1' }],
  ['a second uplink beside a drawn one', 'sw1-ap', 'sw2>ap', { error: 'linkUplinkTaken', upperUUID: 'sw1' }],
  ['a cable beside a mesh', 'root)leaf', 'sw>leaf', { error: 'linkUplinkTaken', upperUUID: 'root' }],
  ['an uplink beside a controller', 'ac~ap', 'sw>ap', null],
  ['the root below its grandchild', 'gw>sw sw>ap', 'ap>gw', LOOP],
  ['the root below what its member runs', 'sw>ac ac~ap', 'ap>sw', LOOP],
  ['a device with an uplink below its own child', 'gw>sw sw>ap ap>leaf', 'leaf>sw', LOOP],
])('%s', (_, links, drawn, expected) => {
  const [ends] = told(drawn);
  if (ends === undefined) throw new Error(`Not a link: ${drawn}`);
  expect(linkRefusal(told(links), ends)).toEqual(expected);
});

test('never allows a cycle or a second parent, for any sequence of manual links', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
  const wishes = fc.array(fc.record({ upperUUID: name, lowerUUID: name }), { maxLength: 40 });
  fc.assert(
    fc.property(wishes, (wished) => {
      const links: ExistingLink[] = [];
      for (const ends of wished) {
        if (linkRefusal(links, ends) === null) links.push({ ...ends, kind: 'manual' });
      }
      const upperOf = new Map(links.map(({ lowerUUID, upperUUID }) => [lowerUUID, upperUUID]));
      expect(upperOf.size).toBe(links.length);
      for (const { lowerUUID } of links) {
        let steps = 0;
        for (let id = upperOf.get(lowerUUID); id !== undefined; id = upperOf.get(id)) {
          expect(id).not.toBe(lowerUUID);
          steps += 1;
          expect(steps).toBeLessThanOrEqual(links.length);
        }
      }
    }),
  );
});

test('rejects a link of a device to itself', () => {
  const siteUUID = '019a0000-0000-7000-8000-000000000001';
  const parsed = linkInput.safeParse({ siteUUID, upperUUID: '', lowerUUID: siteUUID });
  expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['upperUUID', 'validation.linkedDevice'],
  ]);
});
