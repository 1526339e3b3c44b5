import { buildAlarm } from '../../../../testing/alarm-builders.ts';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

interface Place {
  readonly siteId: string;
  readonly siteName: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly deviceKind: 'ap' | 'switch';
}

/** An account with an access point at the harbour and a switch on the hill, of one organization each. */
export interface Stage {
  readonly owner: Person;
  readonly as: { readonly as: string };
  readonly north: string;
  readonly harbour: Place;
  readonly hill: Place;
  /** A site operator of the harbour alone. */
  readonly operator: Person;
}

async function place(
  server: TestServer,
  owner: Person,
  enterprise: string,
  siteName: string,
  deviceKind: Place['deviceKind'],
): Promise<Place> {
  const siteId = await buildSite(server, owner, enterprise, siteName);
  const deviceName = `${siteName} ${deviceKind}`;
  const { id } = await buildDevice(server, owner, { siteId, name: deviceName, kind: deviceKind });
  return { siteId, siteName, deviceId: id, deviceName, deviceKind };
}

export async function buildStage(server: TestServer): Promise<Stage> {
  const owner = await buildAccount(server);
  const north = await buildOrganization(server, owner, 'North');
  const harbour = await place(server, owner, north, 'Harbour', 'ap');
  const hill = await place(server, owner, await buildOrganization(server, owner, 'South'), 'Hill', 'switch');
  const operator = await buildMember(server, owner, 'siteOperator', { siteIds: [harbour.siteId] });
  await server.settled();
  return { owner, as: { as: owner.token }, north, harbour, hill, operator };
}

export type AlarmFields = Parameters<typeof buildAlarm>[2];

export function alarmAt(
  server: TestServer,
  { owner }: Stage,
  at: Place,
  fields: AlarmFields = {},
): Promise<string> {
  return buildAlarm(server, owner, { ...at, ...fields });
}
