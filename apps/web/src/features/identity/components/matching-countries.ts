import type { CountryCode } from '@airloom/contract/identity/sign-in.model';

/** By name, ISO code or the start of the dialling code; names that start with the search come first. */
export function matchingCountries(countries: readonly CountryCode[], search: string): CountryCode[] {
  const wanted = search.trim().toLowerCase().replace(/^\+/, '');
  const begins = ({ name }: CountryCode) => name.toLowerCase().startsWith(wanted);
  const matches = countries.filter(
    ({ country, name, dialCode }) =>
      name.toLowerCase().includes(wanted) || country.toLowerCase() === wanted || dialCode.startsWith(wanted),
  );
  return [...matches.filter(begins), ...matches.filter((country) => !begins(country))];
}
