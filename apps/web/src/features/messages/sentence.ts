import type { Message } from '@airloom/contract/messages/messages.model';

type Params = Message['params'];

/** Things that stand in a message by their key, and how each is called in the reader's language. */
export interface Names {
  table(call: string): string;
  level(level: string): string;
  type(type: string): string;
}

/** What stands in a sentence, in the reader's words. What people typed stays as it is. */
export function wordsOf(params: Params, names: Names): Params {
  const { call, level, type, device, site } = params;
  const places = [device, site].filter((place) => place !== undefined && place !== '');
  return {
    ...params,
    ...(typeof call === 'string' ? { table: names.table(call) } : {}),
    ...(typeof level === 'string' ? { level: names.level(level) } : {}),
    ...(typeof type === 'string' ? { type: names.type(type) } : {}),
    ...(places.length > 0 ? { where: places.join(', ') } : {}),
  };
}
