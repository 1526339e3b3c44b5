import { describe, expect, test } from 'vitest';

export interface AcceptRejectTable {
  readonly accept: readonly string[];
  readonly reject: readonly string[];
}

type Predicate = (text: string) => boolean;

const LONG = 100_000;

/** A linear check of such a text takes a few milliseconds, a quadratic one many seconds. */
const LONG_TEXT_BUDGET_MS = 500;

/** What may be pasted with a text: spaces, line ends, invisible and direction characters, a byte-order mark. */
const STOWAWAYS = [' ', '\n', '\r\n', '\t', '\0', '\u00A0', '\u200B', '\u202E', '\u3000', '\uFEFF'];

function toFullWidth(text: string): string {
  return Array.from(text, (character) =>
    character >= '!' && character <= '~' ? String.fromCharCode(character.charCodeAt(0) + 0xfee0) : character,
  ).join('');
}

function longTexts(samples: readonly string[]): string[] {
  const seeds = [
    ...samples,
    ...Array.from('aA0-_.:/@#%+ \n'),
    '1.',
    'a.',
    'a-',
    '0-',
    '00-',
    '::',
    'a:',
    '１',
    '中',
    '😀',
  ];
  return seeds.flatMap((seed) => {
    const long = seed.repeat(Math.ceil(LONG / seed.length));
    return [long, `${long}!`, `!${long}`, ...samples.slice(0, 1).map((sample) => `${sample}${long}`)];
  });
}

export function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Tests a format on its table, and every accepted sample in variants that break careless patterns. */
export function testFormat(name: string, matches: Predicate, { accept, reject }: AcceptRejectTable): void {
  const samples = accept.filter((sample) => sample !== '');

  describe(name, () => {
    test.each(accept)('accepts %j', (sample) => {
      expect(matches(sample)).toBe(true);
    });

    test.each(reject)('rejects %j', (sample) => {
      expect(matches(sample)).toBe(false);
    });

    test.each(samples)('rejects %j with an extra character before or after it', (sample) => {
      const disguised = STOWAWAYS.flatMap((stowaway) => [`${stowaway}${sample}`, `${sample}${stowaway}`]);
      expect(disguised.filter(matches)).toEqual([]);
    });

    test.each(samples)('rejects %j in full-width characters', (sample) => {
      expect(matches(toFullWidth(sample))).toBe(false);
    });

    test('checks a very long text in linear time', () => {
      const slow = longTexts(samples).filter((text) => cpuMs(() => matches(text)) > LONG_TEXT_BUDGET_MS);
      expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
    });
  });
}
