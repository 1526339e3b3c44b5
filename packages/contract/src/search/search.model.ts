import { z } from 'zod';
import { alarm } from '../alarms/alarms.model.ts';
import { knownTerminal } from '../clients/online.model.ts';
import { device, unclaimedDevice } from '../devices/devices.model.ts';
import { uuid } from '../fields.ts';

export const foundSite = z.object({ siteUUID: uuid, name: z.string(), enterpriseName: z.string() });
export const foundOrganization = z.object({ enterpriseUUID: uuid, name: z.string() });
export const foundPerson = z.object({
  managerUUID: uuid,
  userName: z.string(),
  alias: z.string(),
  nickname: z.string(),
});

/** Some of each kind that contain a text. What the caller may not see is empty. */
export const foundEverything = z.object({
  clients: z.array(knownTerminal),
  devices: z.array(device),
  /** Devices without a site. */
  unclaimed: z.array(unclaimedDevice),
  /** Tags of visible devices. */
  tags: z.array(z.string()),
  sites: z.array(foundSite),
  organizations: z.array(foundOrganization),
  people: z.array(foundPerson),
  alarms: z.array(alarm),
});
export type FoundEverything = z.infer<typeof foundEverything>;
