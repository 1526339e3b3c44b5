import { sql } from 'kysely';
import { type StoredFile, StoredFiles } from '../../platform/files/stored-files.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/secrets.ts';

/** Images that devices were told to fetch: the address each got is good while its upgrade runs. */
export class OrderedImages {
  readonly #database: Platform['database'];
  readonly files: StoredFiles;

  constructor({ database, files }: Pick<Platform, 'database' | 'files'>) {
    this.#database = database;
    this.files = new StoredFiles(database, files);
  }

  /** Null for whatever is not waited for, or no longer. */
  async find(token: string): Promise<StoredFile | null> {
    const ordered = await this.#database.asSystem((tx) =>
      tx.first(sql<{ tenant: string; fileId: string }>`
        select upgrade.tenant_id as tenant, firmware.file_id as "fileId"
        from command
        join upgrade on upgrade.tenant_id = command.tenant_id and upgrade.command_id = command.id
          and upgrade.state = 'upgrading'
        join upgrade_campaign as campaign
          on campaign.tenant_id = upgrade.tenant_id and campaign.id = upgrade.campaign_id
        join firmware on firmware.tenant_id = campaign.tenant_id and firmware.id = campaign.firmware_id
        where command.upload_hash = ${hashToken(token)} and command.command = 'upgrade'`),
    );
    return ordered === undefined ? null : this.files.find(ordered, ordered.fileId);
  }
}
