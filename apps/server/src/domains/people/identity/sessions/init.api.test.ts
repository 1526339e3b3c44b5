import { request as httpRequest } from 'node:http';
import { API_BASE, CLIENT_HEADER } from '@airloom/contract/call';
import { COUNTRIES } from '@airloom/contract/countries';
import { errorKeyOf } from '@airloom/contract/errors';
import { LANGUAGES } from '@airloom/contract/languages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildMember,
  buildOrganization,
  buildSite,
  type Person,
} from '../../../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { roleByKey } from '../../../../testing/world.ts';
import { expectSuccess } from '../testing/expectations.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startTestServer();
  owner = await buildAccount(server);
});
afterAll(() => server.stop());

describe('the first call of a page returns', () => {
  test('the person, their permissions and the addresses of the installation', async () => {
    const page = await server.call('initPage', {}, { as: owner.token });
    expectSuccess(page);
    expect(page.data).toMatchObject({
      profile: {
        managerUUID: owner.managerId,
        userName: owner.userName,
        email: owner.email,
        twoFactor: 'off',
        passwordSet: true,
        wechatBound: false,
      },
      currentRole: { accountUUID: owner.tenant, key: 'ROLE_SUPER_ADMIN', demo: false },
      urls: { ossUrl: `${server.url}/files`, websocketUrl: `${server.url.replace('http', 'ws')}/live` },
      remindMsg: '',
    });
    expect(page.data.roles).toEqual([page.data.currentRole]);
    expect(page.data.currentRole.permissions).toContain('account_manage:operate');
    expect(JSON.stringify(page.data)).not.toMatch(/hash|secret/i);
  });

  test('whether the role has organizations or only sites, as creating a site requires', async () => {
    const hotels = await buildOrganization(server, owner, 'Hotels');
    const lobby = await buildSite(server, owner, hotels, 'Lobby');
    const wide = await buildMember(server, owner, 'organizationAdministrator', { enterpriseIds: [hotels] });
    const narrow = await buildMember(server, owner, 'organizationAdministrator', { siteIds: [lobby] });
    const input = { enterpriseUUID: hotels, countryCode: 'PL', timeZone: 'UTC+01:00' };
    for (const [person, reachKind, name] of [
      [owner, 'all', 'one'],
      [wide, 'enterprises', 'two'],
      [narrow, 'sites', 'three'],
    ] as const) {
      const as = { as: person.token };
      expect((await server.call('initPage', {}, as)).data.reachKind).toBe(reachKind);
      const made = await server.call('createSite', { ...input, name }, as);
      expect(errorKeyOf(made.code)).toBe(reachKind === 'sites' ? 'permissionDenied' : undefined);
    }
  });

  test('before signing in: the sign-in methods of this installation', async () => {
    const init = await server.call('initDomain', {});
    expect(init.data).toMatchObject({
      gatewayAddress: '',
      enrolmentUrl: '',
      registration: true,
      wechat: false,
      demo: false,
    });
  });
});

describe('countries', () => {
  test.each(LANGUAGES)('are named and ordered in %s', async (language) => {
    const list = (await server.call('getCountryCodeList', {}, { language })).data;
    expect(list.length).toBe(COUNTRIES.length);
    const poland = { en: 'Poland', zh: '波兰', pl: 'Polska', es: 'Polonia' };
    expect(list.find((country) => country.country === 'PL')).toEqual({
      country: 'PL',
      name: poland[language],
      dialCode: '48',
    });
    const names = list.map((country) => country.name);
    const tag = language === 'zh' ? 'zh-CN' : language;
    expect(names).toEqual([...names].sort(new Intl.Collator(tag).compare));
  });

  test.each([
    ['pol', ['Poland', 'French Polynesia']],
    ['+48', ['Poland']],
    ['48', ['Poland']],
    ['pl', ['Poland']],
    ['nowhere at all', []],
  ])('are found by "%s"', async (search, expected) => {
    const list = (await server.call('getCountryCodeList', { search })).data;
    for (const name of expected) expect(list.map((country) => country.name)).toContain(name);
    if (expected.length === 0) expect(list).toEqual([]);
    expect(list.length).toBeLessThan(COUNTRIES.length / 4);
  });
});

/** Node's fetch sets the Host header itself. */
function callWithHost(
  base: string,
  host: string,
  path: string,
  body: object,
  token?: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${base}${API_BASE}${path}`,
      {
        method: 'POST',
        headers: {
          host,
          [CLIENT_HEADER]: 'test',
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

async function invitationSentFrom(target: TestServer, host: string): Promise<string> {
  const inviter = await buildAccount(target);
  const organization = await buildOrganization(target, inviter, 'North');
  const site = await buildSite(target, inviter, organization, 'Harbour');
  const roles = await target.call('listRoles', {}, { as: inviter.token });
  const input = {
    targets: ['victim@example.org'],
    roleUUID: roleByKey(roles.data, 'ROLE_SITE_OBSERVER'),
    reach: { siteUUIDs: [site] },
  };
  expect(await callWithHost(target.url, host, '/subaccount/invite', input, inviter.token)).toContain(
    '"code":0',
  );
  return (await target.takeMessage('victim@example.org')).body;
}

describe('a forged Host header', () => {
  test('never appears in a mail', async () => {
    const body = await invitationSentFrom(server, 'evil.example');
    expect(body).not.toContain('evil.example');
    expect(body).toContain(`${server.url}/register?invitation=`);
  });

  test('is overridden by the public address, in mails and for the browser itself', async () => {
    const named = await startTestServer({
      PUBLIC_URL: 'https://console.example.org/',
      GATEWAY_ADDRESS: 'devices.example.org:443',
    });
    try {
      const body = await invitationSentFrom(named, 'evil.example');
      expect(body).toContain('https://console.example.org/register?invitation=');
      const init = await named.call('initDomain', {});
      expect(init.data).toMatchObject({
        ossUrl: 'https://console.example.org/files',
        websocketUrl: 'wss://console.example.org/live',
        enrolmentUrl: 'https://devices.example.org:443/enrol',
      });
      const qr = await callWithHost(named.url, 'evil.example', '/user/qr/createAppLogin', {});
      expect(qr).toContain('https://console.example.org/applogin?qr=');
    } finally {
      await named.stop();
    }
  });
});
