import type { Site } from '@airloom/contract/organizations/organizations.model';
import { type ReactNode, useState } from 'react';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { SiteDrawer } from './SiteDrawer.tsx';
import { SiteForm } from './SiteForm.tsx';
import { useSiteActions } from './use-site-actions.ts';

interface SitePanels {
  open(site: Site): void;
  actionsOf(site: Site): Action[];
  /** The drawers, rendered at the end of the page. */
  panels: ReactNode;
}

/** A site's drawer and its form, for every list of sites. `rows` updates an open drawer. */
export function useSitePanels(rows: readonly Site[]): SitePanels {
  const [opened, setOpened] = useState<Site | null>(null);
  const [edited, setEdited] = useState<Site | null>(null);
  const actionsOf = useSiteActions({ edit: setEdited, onDeleted: () => setOpened(null) });
  const shown = opened && (rows.find((row) => row.siteUUID === opened.siteUUID) ?? opened);
  return {
    open: setOpened,
    actionsOf,
    panels: (
      <>
        {shown && <SiteDrawer site={shown} actions={actionsOf(shown)} onClose={() => setOpened(null)} />}
        {edited && <SiteForm key={edited.siteUUID} site={edited} onClose={() => setEdited(null)} />}
      </>
    ),
  };
}
