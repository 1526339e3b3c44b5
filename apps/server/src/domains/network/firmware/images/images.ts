import { sql } from 'kysely';
import { type StoredFile, StoredFiles } from '../../../../platform/files/stored-files.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { hashToken } from '../../../../platform/secrets.ts';
import { beginDownload, endDownload, type SentBytes } from '../../commands/index.ts';

/** An image, and the account of the device that downloads it. */
export interface RequestedImage {
  readonly tenant: string;
  readonly file: StoredFile;
}

/** Images requested by upgrade commands: each address is valid while its upgrade runs. */
export class RequestedImages {
  readonly #database: Platform['database'];
  readonly #now: Platform['now'];
  readonly files: StoredFiles;

  constructor(platform: Pick<Platform, 'database' | 'files' | 'quotas' | 'now'>) {
    this.#database = platform.database;
    this.#now = platform.now;
    this.files = new StoredFiles(platform);
  }

  /** Null for an unknown or expired token. */
  async find(token: string): Promise<RequestedImage | null> {
    const withCommand = await this.#database.asSystem((tx) =>
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
    const file = withCommand === undefined ? null : await this.files.find(withCommand, withCommand.fileId);
    return withCommand === undefined || file === null ? null : { tenant: withCommand.tenant, file };
  }

  /** Reserves an address for one request; false while another one is answered. */
  begin(token: string): Promise<boolean> {
    return this.#database.asSystem((tx) => beginDownload(tx, hashToken(token), this.#now()));
  }

  /** Ends a request, and the address once the whole image was sent. */
  async end(token: string, sent: SentBytes, size: number): Promise<void> {
    await this.#database.asSystem((tx) => endDownload(tx, hashToken(token), sent, size));
  }
}
