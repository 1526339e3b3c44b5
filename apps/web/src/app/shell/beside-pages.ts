import type { MessageDomain } from '@airloom/messages';
import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../../shared/i18n/i18n.ts';

/** A part of a feature shown next to every page, loaded with its texts after the page. */
export function besidePages<P = object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  texts: readonly MessageDomain[],
) {
  return lazy(async () => {
    const [module] = await Promise.all([load(), loadTexts(texts)]);
    return module;
  });
}
