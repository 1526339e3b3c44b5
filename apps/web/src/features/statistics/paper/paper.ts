import type { Language } from '@airloom/contract/languages';
import type { Content, Sheet } from '../content.ts';

/** Content of an export: figures of a page with its title. */
export interface Paper {
  title: string;
  /** Place and time. */
  lead: string;
  content: Content;
  sheets: readonly Sheet[];
  language: Language;
  /** Texts for a missing value and an empty chart. */
  nothing: string;
  none: string;
  fileName: string;
}
