import type { searchCalls } from '@airloom/contract/search/search.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { searchEverything } from './search.service.ts';

/** The search in everything a person sees. */
export function createSearch(platform: Platform): DomainModule<Handlers<keyof typeof searchCalls>> {
  return {
    handlers: {
      searchEverything: ({ search }, { scope }) => searchEverything(platform, scope, search),
    },
  };
}
