import { type ComponentType, lazy } from 'react';
import { loadTexts } from '../i18n/i18n.ts';

/** A part that pages of several features use: loads its texts with its code. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), loadTexts(['configuration', 'devices'])]);
    return { default: part };
  });
}
