import type { viewCalls } from '@airloom/contract/views/views.calls';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

async function savedView({ server, owner }: World): Promise<string> {
  const view = { table: 'devices', name: 'Mine', query: 'status=offline' };
  return (await server.call('saveView', view, { as: owner.token })).data.viewUUID;
}

export const viewExamples: ExamplesOf<typeof viewCalls> = {
  listSavedViews: () => ({ table: 'devices' }),
  saveView: () => ({ table: 'devices', name: 'Offline', query: 'status=offline' }),
  deleteView: async (world) => ({ viewUUID: await savedView(world) }),
};
