import { FIRMWARE_LIMITS } from '@airloom/contract/firmware/firmware.limits';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/database.ts';
import { hasCome } from '../../../../platform/database/due-time.ts';

const { attemptMaxMs } = FIRMWARE_LIMITS;
/** Requests per address, including those that resume a download. */
const DOWNLOADS_MAX = 20;

/** What a request was sent of a file: bytes from `first` up to, not including, `end`. */
export interface SentBytes {
  readonly first: number;
  readonly end: number;
}

/** Reserves an address for one request; false while another one is answered. */
export async function beginDownload(tx: Transaction, hash: Buffer, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + attemptMaxMs);
  const row = await tx.first(sql<{ id: string }>`
    update command set downloads = downloads + 1, download_until = ${until}::timestamptz
    where upload_hash = ${hash} and (download_until is null or ${hasCome('download_until', now, attemptMaxMs)})
    returning id`);
  return row !== undefined;
}

/** Ends a request. The address ends with it once all of the file was sent, or after {@link DOWNLOADS_MAX} requests. */
export async function endDownload(
  tx: Transaction,
  hash: Buffer,
  { first, end }: SentBytes,
  size: number,
): Promise<void> {
  await tx.run(sql`
    update command set download_until = null, downloaded_bytes = sent.bytes,
      upload_hash = case when sent.bytes < ${size} and downloads < ${DOWNLOADS_MAX} then upload_hash end
    from (
      select tenant_id, id, case when ${first}::bigint <= downloaded_bytes
        then greatest(downloaded_bytes, ${end}::bigint) else downloaded_bytes end as bytes
      from command where upload_hash = ${hash}) as sent
    where command.tenant_id = sent.tenant_id and command.id = sent.id`);
}
