import { usePlace, useScope } from '../../../shared/session/use-place.ts';
import { SiteTopology } from '../components/SiteTopology.tsx';
import '../topology.css';

/** Topology of the selected site. Other scopes are offered a site before the page opens. */
export default function TopologyPage() {
  const { siteUUID } = usePlace();
  const scope = useScope();
  if (siteUUID === undefined) return null;
  return <SiteTopology key={siteUUID} siteUUID={siteUUID} siteName={scope?.name ?? ''} />;
}
