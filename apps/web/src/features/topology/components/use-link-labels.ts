import type { LinkKind, TopologyLink } from '@airloom/contract/topology/topology.model';
import type { Ends } from '@airloom/contract/topology/topology.rules';
import { linkRefusal } from '@airloom/contract/topology/topology.rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

export function useLinkKindNames(): Readonly<Record<LinkKind, string>> {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      wired: t('topology.kind.wired'),
      mesh: t('topology.kind.mesh'),
      managed: t('topology.kind.managed'),
      manual: t('topology.kind.manual'),
    }),
    [t],
  );
}

/** Text why a link cannot be created, as by the server; null when it can. */
export function useRefusalText(
  links: readonly TopologyLink[],
  nameOf: (id: string) => string,
): (ends: Ends) => string | null {
  const { t } = useTranslation();
  return (ends) => {
    const refusal = linkRefusal(links, ends);
    if (refusal === null) return null;
    const upper = refusal.error === 'linkUplinkTaken' ? refusal.upperUUID : ends.upperUUID;
    return t(`errors.${refusal.error}`, { upper: nameOf(upper), lower: nameOf(ends.lowerUUID) });
  };
}
