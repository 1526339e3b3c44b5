import { randomUUID } from 'node:crypto';
import type { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import { buildScheduledChange, newNetwork, reviewed } from '../../configuration-builders.ts';
import type { World } from '../../world.ts';
import type { ExamplesOf } from './example.ts';

const siteOf = ({ siteUUID }: World) => ({ level: 'site', uuid: siteUUID }) as const;

function source(world: World, given: Parameters<typeof newNetwork>[1] = {}) {
  const ssid = `${world.marker} ${randomUUID().slice(0, 8)}`;
  const edits = [newNetwork(siteOf(world), { ssid, ...given })];
  return { kind: 'edits' as const, edits };
}

export const configurationExamples: ExamplesOf<typeof settingCalls> = {
  listSettings: ({ siteUUID }) => ({ kind: 'wirelessNetwork', placeUUID: siteUUID }),
  viewEffectiveSettings: ({ deviceUUID }) => ({ deviceUUID }),
  // Without a password: with one, also a review needs the permission to edit.
  reviewChange: (world) => ({ source: source(world, { encryption: 'open', password: null }) }),
  applyChange: (world) => reviewed(world.server, world.owner, source(world)),
  listChanges: ({ siteUUID }) => ({ siteUUID }),
  viewChange: ({ changeUUID }) => ({ changeUUID }),
  listChangeDevices: ({ changeUUID }) => ({ changeUUID }),
  changeRollout: async (world) => ({
    changeUUID: await buildScheduledChange(world.server, world.owner, source(world)),
    action: 'cancel',
  }),
  listDraft: ({ siteUUID }) => ({ level: 'site', placeUUID: siteUUID }),
  addToDraft: (world) => ({ place: siteOf(world), edits: source(world).edits }),
  discardDraft: (world) => ({ place: siteOf(world), draftUUIDs: [world.draftUUID] }),
  revealSecret: ({ networkUUID }) => ({ settingUUID: networkUUID, privateKey: null }),
};
