import type { bigScreenCalls } from '@airloom/contract/big-screen/big-screen.calls';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

const link = ({ marker, siteUUID }: World) => ({ name: `${marker} lobby`, siteUUID, validDays: 30 });

async function linkOf(world: World): Promise<{ linkUUID: string; token: string }> {
  const { data } = await world.server.call('createScreenLink', link(world), { as: world.owner.token });
  return { linkUUID: data.linkUUID, token: data.path.split('#')[1] ?? '' };
}

export const bigScreenExamples: ExamplesOf<typeof bigScreenCalls> = {
  listScreenLinks: () => ({}),
  createScreenLink: (world) => ({ ...link(world), addresses: ['203.0.113.0/24'] }),
  revokeScreenLink: async (world) => ({ linkUUID: (await linkOf(world)).linkUUID }),
  openScreenLink: (world) => linkOf(world),
};
