/**
 * The certificate library registers its parts in a container that wants metadata of classes at hand before it
 * loads. No class here has any; a table per class is enough to make it work.
 */
const tables = new WeakMap<object, Map<unknown, unknown>>();

const metadata = {
  defineMetadata: (key: unknown, value: unknown, target: object): void => {
    tables.set(target, new Map([...(tables.get(target) ?? []), [key, value]]));
  },
  getOwnMetadata: (key: unknown, target: object): unknown => tables.get(target)?.get(key),
  getMetadata: (key: unknown, target: object): unknown => {
    for (let at: object | null = target; at !== null; at = Object.getPrototypeOf(at)) {
      if (tables.get(at)?.has(key)) return tables.get(at)?.get(key);
    }
  },
};

if (!('getMetadata' in Reflect)) Object.assign(Reflect, metadata);
