import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';

interface Choice {
  value: string;
  label: string;
}

interface Places {
  organizations: readonly Choice[];
  sites: readonly (Choice & { organization: string })[];
}

/** The organizations and sites of the account. */
export function usePlaces(): Places {
  const { data: tree } = useQuery(siteTreeQuery);
  return useMemo(() => {
    const own = tree?.trees.filter(({ enterpriseuuid }) => enterpriseuuid !== MY_SHARES_UUID) ?? [];
    return {
      organizations: own.map(({ enterpriseuuid, enterprisename }) => ({
        value: enterpriseuuid,
        label: enterprisename,
      })),
      sites: own.flatMap(({ enterpriseuuid, enterprisename, sites }) =>
        sites.map(({ siteuuid, sitename }) => ({
          value: siteuuid,
          label: own.length > 1 ? `${sitename} · ${enterprisename}` : sitename,
          organization: enterpriseuuid,
        })),
      ),
    };
  }, [tree]);
}
