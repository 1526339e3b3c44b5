import { registrationCalls } from '@airloom/contract/identity/registration.calls';
import type { CountryCode } from '@airloom/contract/identity/sign-in.model';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callKey, callQuery } from '../../../shared/api/query-client.ts';
import { useLanguageStore } from '../../../shared/i18n/i18n.ts';

/** Names are in the current language, so each language has its own list. */
export function useCountries(): UseQueryResult<CountryCode[]> {
  const language = useLanguageStore((state) => state.language);
  const query = callQuery(registrationCalls.getCountryCodeList, {});
  return useQuery({ ...query, queryKey: [...callKey(registrationCalls.getCountryCodeList), language] });
}
