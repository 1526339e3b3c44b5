/**
 * The certificate library builds its parts by a container that asks for metadata of classes and will not load
 * without. Nothing here annotates classes, so a place to keep and look up such metadata is all it needs.
 */
const kept = new WeakMap<object, Map<unknown, unknown>>();

function getOwnMetadata(key: unknown, target: object): unknown {
  return kept.get(target)?.get(key);
}

function getMetadata(key: unknown, target: object): unknown {
  for (let at: object | null = target; at !== null; at = Object.getPrototypeOf(at)) {
    if (kept.get(at)?.has(key) === true) return getOwnMetadata(key, at);
  }
  return undefined;
}

function defineMetadata(key: unknown, value: unknown, target: object): void {
  const of = kept.get(target) ?? new Map<unknown, unknown>();
  of.set(key, value);
  kept.set(target, of);
}

if (!('getMetadata' in Reflect)) Object.assign(Reflect, { getMetadata, getOwnMetadata, defineMetadata });
