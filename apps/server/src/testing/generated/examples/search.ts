import type { searchCalls } from '@airloom/contract/search/search.calls';
import type { ExamplesOf } from './example.ts';

export const searchExamples: ExamplesOf<typeof searchCalls> = {
  searchEverything: ({ marker }) => ({ search: marker }),
};
