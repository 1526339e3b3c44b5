import type { Language } from '@airloom/contract/languages';
import type { Content, Sheet } from '../content.ts';

/** What goes on paper: a page's figures with what they are about. */
export interface Paper {
  title: string;
  /** Where and when. */
  lead: string;
  content: Content;
  sheets: readonly Sheet[];
  language: Language;
  /** What stands for a value that is not there, and for a chart without any. */
  nothing: string;
  none: string;
  fileName: string;
}
