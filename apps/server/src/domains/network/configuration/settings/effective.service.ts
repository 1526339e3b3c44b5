import type { EffectiveView } from '@airloom/contract/configuration/configuration.model';
import { NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { sql } from 'kysely';
import { z } from 'zod';
import { Failure } from '../../../../platform/failure.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { compileFor, guarded, isPending, readSources, visibleDevices } from '../../devices/index.ts';
import { settingsOfSites } from '../../settings/index.ts';
import { requireKind } from '../places/place-access.ts';
import { shownUnsupported, skipReasonOf } from '../review/compare-device.ts';
import { resolver, settingNames } from '../review/review-devices.ts';
import { effectiveValues } from './effective-settings.ts';
import type { ReportedParts } from './effective-switch.ts';

const words = z.array(z.string());

/**
 * What a device refused of its newest version. One that returned to an earlier version because a change failed: what it
 * refused of that change.
 */
const REJECTED = sql`(
  select case when newest.reason <> 'reverted' or newest.rejected <> '[]' then newest.rejected
    else (
      select failed.rejected from device_configuration as failed
      where failed.tenant_id = newest.tenant_id and failed.device_id = newest.device_id
        and failed.change_id = newest.change_id and failed.reason = 'change' and failed.version < newest.version
      order by failed.version desc limit 1) end
  from device_configuration as newest
  where newest.tenant_id = device.tenant_id and newest.device_id = device.id
  order by newest.version desc limit 1)`.as('rejected');

const NEWEST = sql<number | null>`(
  select max(version) from device_configuration
  where device_configuration.tenant_id = device.tenant_id and device_configuration.device_id = device.id)`.as(
  'newest',
);

function reportedParts(report: string | null): ReportedParts {
  const { portVlans, isolatedPorts, routes }: Partial<Record<keyof ReportedParts, unknown>> = JSON.parse(
    report ?? '{}',
  );
  return { portVlans: portVlans != null, isolatedPorts: isolatedPorts != null, routes: routes != null };
}

export function viewEffectiveSettings(
  platform: Platform,
  scope: Scope,
  deviceUUID: string,
): Promise<EffectiveView> {
  return platform.database.withTenant(scope, async (tx) => {
    const device = await tx.first(
      visibleDevices(scope)
        .innerJoin('site', (join) =>
          join.onRef('site.tenant_id', '=', 'device.tenant_id').onRef('site.id', '=', 'device.site_id'),
        )
        .innerJoin('enterprise', (join) =>
          join
            .onRef('enterprise.tenant_id', '=', 'site.tenant_id')
            .onRef('enterprise.id', '=', 'site.enterprise_id'),
        )
        .leftJoin('device_group', (join) =>
          join
            .onRef('device_group.tenant_id', '=', 'device.tenant_id')
            .onRef('device_group.id', '=', 'device.group_id'),
        )
        .leftJoin('device_last', (join) =>
          join
            .onRef('device_last.tenant_id', '=', 'device.tenant_id')
            .onRef('device_last.device_id', '=', 'device.id'),
        )
        .leftJoin('device_last_report', (join) =>
          join
            .onRef('device_last_report.tenant_id', '=', 'device.tenant_id')
            .onRef('device_last_report.device_id', '=', 'device.id'),
        )
        .select([
          'device.id',
          'device.name',
          'device.kind',
          'device.model',
          'device.group_id as groupId',
          'device.managed_by as managedBy',
          'device.configuration_state as configurationState',
          'device.verified_settings as verified',
          'site.id as siteId',
          'site.name as siteName',
          'site.observe_only as observeOnly',
          'enterprise.id as organizationId',
          'enterprise.name as organizationName',
          'device_group.name as groupName',
          'device_last.config_version as runs',
          'device_last_report.report as report',
        ])
        .select([REJECTED, NEWEST])
        .where('device.id', '=', deviceUUID),
    );
    if (device === undefined) throw new Failure('notFound');
    requireKind(scope, device.kind === 'switch' ? 'switchPorts' : 'wirelessNetwork', 'view');
    const rows = await settingsOfSites(tx, scope, [device.siteId]);
    const effective = resolver(rows)(device);
    const [source] = await readSources(tx, scope, [deviceUUID]);
    const skipped = skipReasonOf(device, source);
    const names = {
      organization: device.organizationName,
      site: device.siteName,
      group: device.groupName ?? '',
      device: device.name,
    };
    const unsupported =
      source === undefined ? [] : compileFor(source, guarded(source, effective).effective, 1).unsupported;
    return {
      values: effectiveValues(
        effective,
        device.verified ?? NO_SETTINGS,
        reportedParts(device.report),
        ({ level }) => names[level],
      ),
      unsupported: shownUnsupported(unsupported, settingNames(rows)),
      runs: device.runs,
      newest: device.newest,
      pending: skipped === null && source !== undefined && isPending(source, effective),
      skipped,
      rejected: words.parse(device.rejected ?? []),
    };
  });
}
