import { SEARCH_LIMITS } from '@airloom/contract/search/search.limits';
import type { FoundEverything } from '@airloom/contract/search/search.model';
import { seesDevices } from '../../../platform/device-classes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { findDevices } from '../../network/devices/index.ts';
import { findPeople } from '../../people/access/index.ts';
import { searchOrganizations, searchSites } from '../../people/organizations/index.ts';
import { findActiveAlarms } from '../alarms/index.ts';
import { findClients } from '../clients/index.ts';

const NOTHING: FoundEverything = {
  clients: [],
  devices: [],
  unclaimed: [],
  tags: [],
  sites: [],
  organizations: [],
  people: [],
  alarms: [],
};

/** Some of each kind that contain the text, as far as the lists of that kind are visible to the scope. */
export function searchEverything(
  { database, now }: Pick<Platform, 'database' | 'now'>,
  scope: Scope,
  text: string,
): Promise<FoundEverything> {
  const { textMin, eachMax } = SEARCH_LIMITS;
  if (text.length < textMin) return Promise.resolve(NOTHING);
  const at = now();
  const mayDevices = seesDevices(scope) && may(scope, 'device_manage');
  const mayClients = seesDevices(scope) && may(scope, 'authuserOnline_view');
  return database.withTenant(scope, async (tx) => {
    const [clients, { devices, unclaimed, tags }, sites, organizations, people, alarms] = await Promise.all([
      mayClients ? findClients(tx, scope, text, eachMax, at) : [],
      mayDevices ? findDevices(tx, scope, text, eachMax, at) : NOTHING,
      searchSites(tx, scope, text, eachMax),
      searchOrganizations(tx, scope, text, eachMax),
      may(scope, 'subaccount_manage') ? findPeople(tx, scope, text, eachMax) : [],
      may(scope, 'current_alarm') ? findActiveAlarms(tx, scope, text, eachMax) : [],
    ]);
    return { clients, devices, unclaimed, tags, sites, organizations, people, alarms };
  });
}
