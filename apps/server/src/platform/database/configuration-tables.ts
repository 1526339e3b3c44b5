import type {
  CancelReason,
  ChangeState,
  DeviceFailure,
  DeviceState,
  RevertFailure,
  SkipReason,
} from '@airloom/contract/configuration/configuration.states';
import type { SettingKind, SettingPlace } from '@airloom/contract/configuration/edits';
import type { ColumnType, Generated } from 'kysely';
import type { GivenMoment, Json } from './column-types.ts';

export interface ConfigurationTables {
  setting: {
    tenant_id: string;
    id: string;
    kind: SettingKind;
    level: SettingPlace['level'];
    enterprise_id: string | null;
    site_id: string | null;
    group_id: string | null;
    device_id: string | null;
    network_id: string | null;
    value: Json;
    version: number;
    updated_by_name: string;
    updated_at: GivenMoment;
  };
  setting_secret: {
    tenant_id: string;
    digest: string;
    sealed: string;
    created_at: GivenMoment;
  };
  released_set: {
    tenant_id: string;
    key: string;
    network_id: string;
    digest: string;
    used_at: Generated<Date>;
  };
  setting_draft: {
    tenant_id: string;
    id: string;
    enterprise_id: string | null;
    site_id: string | null;
    setting_id: string;
    base_version: number | null;
    edit: Json;
    edited_by: string;
    edited_by_name: string;
    edited_at: GivenMoment;
  };
  configuration_change: {
    tenant_id: string;
    id: string;
    number: number;
    reason: string;
    state: ChangeState;
    cancel_reason: Generated<CancelReason | null>;
    site_ids: string[];
    organization_ids: string[];
    whole_site_ids: string[];
    group_ids: string[];
    device_ids: string[];
    reviewed_placements: ColumnType<string[], readonly string[] | undefined, readonly string[]>;
    reviewed_sites: ColumnType<unknown, string | undefined, string>;
    confirmed_cuts: ColumnType<unknown, string | undefined, string>;
    reverts: string | null;
    reviewed: Generated<number>;
    written: Generated<number | null>;
    start_at: Date | null;
    began_at: Date | null;
    prepared_to: string | null;
    wave: Generated<number>;
    wave_count: Generated<number>;
    created_by: string;
    created_by_name: string;
    created_at: GivenMoment;
    due_at: GivenMoment;
    ended_at: Date | null;
  };
  configuration_change_edit: {
    tenant_id: string;
    change_id: string;
    place: number;
    setting_id: string;
    kind: SettingKind;
    name: string;
    level: SettingPlace['level'];
    place_id: string;
    place_name: string;
    site_id: string | null;
    organization_id: string;
    network_id: string | null;
    base_version: number | null;
    version: ColumnType<number | null, never, number>;
    before: ColumnType<unknown, string | null, never>;
    after: ColumnType<unknown, string | null, never>;
  };
  configuration_change_device: {
    tenant_id: string;
    change_id: string;
    device_id: string;
    device_name: string;
    site_id: string;
    group_id: string | null;
    wave: number;
    state: DeviceState;
    skip_reason: SkipReason | null;
    failure: DeviceFailure | null;
    revert_failure: RevertFailure | null;
    version: number | null;
    reverted_version: number | null;
    earlier: Json | null;
    rejected: ColumnType<unknown, string | undefined, string>;
    missing: ColumnType<unknown, string | undefined, string>;
    next_at: Date | null;
    shown_at: Date | null;
    changed_at: GivenMoment;
  };
}
