import { type RawBuilder, sql } from 'kysely';

/** A row that may refer to secrets; its key is one or two columns. */
export interface DigestRow {
  readonly key: readonly [string, string];
  readonly digests: readonly string[];
}

export const DIGEST_ROWS = 500;

const NO_ID = '00000000-0000-0000-0000-000000000000';

interface DigestSource {
  readonly start: DigestRow['key'];
  /** The next rows after a key. */
  page(tenant: string, after: DigestRow['key']): RawBuilder<DigestRow>;
}

const inSettings = (settings: RawBuilder<unknown>) =>
  sql`array(select jsonb_path_query(${settings}, '$.**.digest') #>> '{}')`;

/**
 * Everything that refers to secrets. References move from a draft to a setting, to the history, to devices and to their
 * configurations: read in this order, a reference that moves meanwhile is found at its new place.
 */
export const DIGEST_SOURCES: readonly DigestSource[] = [
  {
    start: [NO_ID, ''],
    page: (tenant, [id]) => sql`
      select array[id::text, ''] as key, ${inSettings(sql`edit`)} as digests
      from setting_draft where tenant_id = ${tenant} and id > ${id}::uuid
      order by id limit ${DIGEST_ROWS}`,
  },
  {
    start: [NO_ID, ''],
    page: (tenant, [id]) => sql`
      select array[id::text, ''] as key, ${inSettings(sql`value`)} as digests
      from setting where tenant_id = ${tenant} and id > ${id}::uuid
      order by id limit ${DIGEST_ROWS}`,
  },
  {
    start: [NO_ID, '0'],
    page: (tenant, [changeId, place]) => sql`
      select array[change_id::text, place::text] as key,
        ${inSettings(sql`jsonb_build_array(before, after)`)} as digests
      from configuration_change_edit
      where tenant_id = ${tenant} and (change_id, place) > (${changeId}::uuid, ${place}::int)
      order by change_id, place limit ${DIGEST_ROWS}`,
  },
  {
    start: [NO_ID, ''],
    page: (tenant, [id]) => sql`
      select array[id::text, ''] as key,
        ${inSettings(sql`jsonb_build_array(released_settings, verified_settings)`)} as digests
      from device where tenant_id = ${tenant} and id > ${id}::uuid
      order by id limit ${DIGEST_ROWS}`,
  },
  {
    start: [NO_ID, NO_ID],
    page: (tenant, [changeId, deviceId]) => sql`
      select array[change_id::text, device_id::text] as key, ${inSettings(sql`earlier`)} as digests
      from configuration_change_device
      where tenant_id = ${tenant} and (change_id, device_id) > (${changeId}::uuid, ${deviceId}::uuid)
      order by change_id, device_id limit ${DIGEST_ROWS}`,
  },
  {
    start: [NO_ID, '0'],
    page: (tenant, [deviceId, version]) => sql`
      select array[device_id::text, version::text] as key,
        array(select (regexp_matches(document::text, '"secret:([0-9a-f]{32})"', 'g'))[1])
          || ${inSettings(sql`settings`)} as digests
      from device_configuration
      where tenant_id = ${tenant} and (device_id, version) > (${deviceId}::uuid, ${version}::int)
      order by device_id, version limit ${DIGEST_ROWS}`,
  },
];
