import { tagKey } from '@airloom/contract/devices/tags.rules';

/** What is added and removed to get from one set of tags to another. */
export function tagChanges(
  before: readonly string[],
  after: readonly string[],
): { add: string[]; remove: string[] } {
  const had = new Set(before.map(tagKey));
  const has = new Set(after.map(tagKey));
  return {
    add: after.filter((tag) => !had.has(tagKey(tag))),
    remove: before.filter((tag) => !has.has(tagKey(tag))),
  };
}

/** Tags of any of the devices, each once, by name. */
export function tagsOfAll(devices: readonly { tags: readonly string[] }[]): string[] {
  const names = new Map(devices.flatMap(({ tags }) => tags.map((tag) => [tagKey(tag), tag])));
  return [...names.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
}
