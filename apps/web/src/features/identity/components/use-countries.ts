import { identityCalls } from '@airloom/contract/identity/identity.calls';
import type { CountryCode } from '@airloom/contract/identity/identity.model';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callKey, callQuery } from '../../../shared/api/query-client.ts';
import { useLanguageStore } from '../../../shared/i18n/i18n.ts';

/** Names are in the current language, so each language has its own list. */
export function useCountries(): UseQueryResult<CountryCode[]> {
  const language = useLanguageStore((state) => state.language);
  const query = callQuery(identityCalls.getCountryCodeList, {});
  return useQuery({ ...query, queryKey: [...callKey(identityCalls.getCountryCodeList), language] });
}
