import type { topologyCalls } from '@airloom/contract/topology/topology.calls';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { DomainModule, Platform } from '../../../platform/platform.ts';
import { showChangedTopologies } from './topology.live.ts';
import { forgetElsewhere } from './topology.repository.ts';
import { topologyRoutes } from './topology.routes.ts';

/** Topology of a site: reported links, manual links and device positions. */
export function createTopology(platform: Platform): DomainModule<Handlers<keyof typeof topologyCalls>> {
  const shown = showChangedTopologies(platform);
  return {
    handlers: topologyRoutes(platform),
    events: {
      ...shown.events,
      DevicesMoved: async ({ tenant, payload: { deviceIds } }) => {
        if (tenant === null) return;
        await platform.database.withTenant({ tenant }, (tx) => forgetElsewhere(tx, { tenant }, deviceIds));
      },
    },
    stop: () => shown.stop(),
  };
}
