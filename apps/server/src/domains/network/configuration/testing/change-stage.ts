import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { errorKeyOf, OK } from '@airloom/contract/errors';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { buildAccount, buildOrganization, buildSite, type Person } from '../../../../testing/builders.ts';
import { reviewed, type Source } from '../../../../testing/configuration-builders.ts';
import { buildDevice } from '../../../../testing/device-builders.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

export const edits = (...some: SettingEdit[]): Source => ({ kind: 'edits', edits: some });
export const revertOf = (changeUUID: string): Source => ({ kind: 'revert', changeUUID });
export const keyOf = ({ code }: { readonly code: number }) => errorKeyOf(code);

/** An account with an organization and two sites, whose settings are changed through calls. */
export class ChangeStage {
  readonly server: TestServer;
  readonly owner: Person;
  readonly enterpriseUUID: string;
  readonly harbour: string;
  readonly east: string;

  private constructor(server: TestServer, owner: Person, places: readonly [string, string, string]) {
    this.server = server;
    this.owner = owner;
    [this.enterpriseUUID, this.harbour, this.east] = places;
  }

  static async open(server: TestServer): Promise<ChangeStage> {
    const owner = await buildAccount(server);
    const organization = await buildOrganization(server, owner, 'North');
    const harbour = await buildSite(server, owner, organization, 'Harbour');
    const east = await buildSite(server, owner, organization, 'East');
    return new ChangeStage(server, owner, [organization, harbour, east]);
  }

  as(person: Person = this.owner) {
    return { as: person.token };
  }

  ofOrganization() {
    return { level: 'organization', uuid: this.enterpriseUUID } as const;
  }

  ofSite(uuid = this.harbour) {
    return { level: 'site', uuid } as const;
  }

  /** An access point that reported its radios. */
  async buildAp(siteId: string, name: string, more: { groupId?: string } = {}): Promise<string> {
    const { id } = await buildDevice(this.server, this.owner, { siteId, name, managed: true, ...more });
    const radios = ['2G', '5G'].map((band) => ({ bands: [band], channels: [], modes: [] }));
    await this.server.platform.database.withTenant(this.owner, (tx) =>
      tx.run(sql`update device set abilities = ${JSON.stringify({ radios })}::jsonb where id = ${id}`),
    );
    return id;
  }

  review(source: Source, person = this.owner) {
    return this.server.call('reviewChange', { source }, this.as(person));
  }

  async apply(source: Source, person = this.owner, review = reviewed): Promise<string> {
    const input = await review(this.server, person, source);
    const answer = await this.server.call('applyChange', input, this.as(person));
    expect(answer.code).toBe(OK);
    return answer.data.changeUUID;
  }

  async settings(kind: SettingEdit['kind'] = 'wirelessNetwork', person = this.owner) {
    return (await this.server.call('listSettings', { kind }, this.as(person))).data.rows;
  }

  async onlySetting(kind: SettingEdit['kind'] = 'wirelessNetwork'): Promise<SettingEdit> {
    const [first] = await this.settings(kind);
    if (first === undefined) throw new Error('No setting');
    return first.edit;
  }
}
