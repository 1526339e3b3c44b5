import type { topologyCalls } from '@airloom/contract/topology/topology.calls';
import { buildDevice } from '../../device-builders.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

async function freeLink(world: World) {
  const { server, owner, siteUUID, deviceUUID, marker } = world;
  const above = await buildDevice(server, owner, {
    siteId: siteUUID,
    kind: 'switch',
    name: `${marker} switch`,
  });
  return { siteUUID, upperUUID: above.id, lowerUUID: deviceUUID, upperPort: 'p1' };
}

export const topologyExamples: ExamplesOf<typeof topologyCalls> = {
  viewTopology: ({ siteUUID }) => ({ siteUUID }),
  createLink: freeLink,
  deleteLink: async (world) => {
    const { server, owner, siteUUID } = world;
    const as = { as: owner.token };
    const { links } = (await server.call('viewTopology', { siteUUID }, as)).data;
    const drawn = links.find(({ kind }) => kind === 'manual')?.linkUUID;
    if (typeof drawn === 'string') return { linkUUID: drawn };
    return (await server.call('createLink', await freeLink(world), as)).data;
  },
  savePlaces: ({ siteUUID, deviceUUID }) => ({
    siteUUID,
    layout: 'down',
    places: [{ deviceUUID, place: { x: 120, y: -40.5 } }],
  }),
};
