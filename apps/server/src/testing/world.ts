import { randomUUID } from 'node:crypto';
import { buildAccount, buildOrganization, PASSWORD, type Person } from './builders.ts';
import { buildNetwork } from './configuration-builders.ts';
import { buildDevice } from './device-builders.ts';
import { buildSiteOfWorld, type SiteOfWorld } from './site-of-world.ts';
import type { TestServer } from './test-server.ts';

export { invitationToken, roleByKey } from './site-of-world.ts';

/** One account with a bit of everything in it, so that any call has something to act on. */
export interface World extends SiteOfWorld {
  readonly server: TestServer;
  /** Part of names, so that a leak into another account can be recognised. */
  readonly marker: string;
  readonly owner: Person;
  readonly enterpriseUUID: string;
  readonly emptyEnterpriseUUID: string;
  readonly ownRoleUUID: string;
  readonly apiKeyUUID: string;
  readonly unclaimedUUID: string;
  /** To the owner, from themselves, unread. */
  readonly messageUUID: string;
  /** A wireless network of the organization. */
  readonly organizationNetworkUUID: string;
}

export async function buildWorld(server: TestServer): Promise<World> {
  const marker = `w${randomUUID().slice(0, 8)}`;
  const owner = await buildAccount(server, marker);
  const as = { as: owner.token };
  const enterpriseUUID = await buildOrganization(server, owner, `${marker} North`);
  const emptyEnterpriseUUID = await buildOrganization(server, owner, `${marker} Empty`);
  const organization = { level: 'organization', uuid: enterpriseUUID } as const;
  const organizationNetworkUUID = await buildNetwork(server, owner, organization, { ssid: `${marker} all` });
  const site = await buildSiteOfWorld(server, owner, marker, { enterpriseUUID, name: 'Harbour' });
  const ownRole = await server.call(
    'createRole',
    { name: `${marker} role`, permissions: ['site_manage'] },
    as,
  );
  const apiKey = await server.call(
    'createApiKey',
    { name: `${marker} key`, grants: ['site_manage'], expiresAt: null, password: PASSWORD },
    as,
  );
  const unclaimed = await buildDevice(server, owner, { siteId: null, name: `${marker} waiting` });
  const terminals = [{ mac: '02-00-00-00-00-AA', name: `${marker} scanner` }];
  await server.call('createAlarmMacs', { terminals }, as);
  const input = { peopleUUIDs: [owner.managerId], text: `${marker} says hello` };
  await server.call('sendMessage', input, as);
  const messages = await server.call('listMessages', { tab: 'message' }, as);
  // A new account gets its default rules as soon as its event is handled.
  await server.settled();
  return {
    server,
    marker,
    owner,
    enterpriseUUID,
    emptyEnterpriseUUID,
    ...site,
    ownRoleUUID: ownRole.data.roleUUID,
    apiKeyUUID: apiKey.data.apiKey.apiKeyUUID,
    unclaimedUUID: unclaimed.id,
    organizationNetworkUUID,
    messageUUID: messages.data.rows[0]?.messageUUID ?? '',
  };
}

/** Six digits, or the three groups of a code to reset a password. */
const CODE = /\b(?:\d{6}|\d{4} \d{4} \d{4})\b/;

export async function codeSentTo(server: TestServer, target: string): Promise<string> {
  const { body } = await server.takeMessage(target, /\d{6}|\d{4} \d{4} \d{4}/);
  const code = CODE.exec(body)?.[0];
  if (code === undefined) throw new Error(`No code in the message to ${target}`);
  return code.replaceAll(' ', '');
}
