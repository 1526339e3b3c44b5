import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { StopReason, UpgradeReason, UpgradeState } from '@airloom/contract/firmware/firmware.states';
import type { LocalStart } from '@airloom/contract/rollout/local-start';
import type { RolloutState } from '@airloom/contract/rollout/rollout.states';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { GivenMoment, Moment } from './column-types.ts';

export interface FirmwareTables {
  firmware_key: {
    tenant_id: string;
    id: string;
    name: string;
    fingerprint: string;
    pem: string;
    created_at: Moment;
  };
  firmware: {
    tenant_id: string;
    id: string;
    kind: DeviceKind;
    version: string;
    notes: string;
    file_id: string;
    /** bigint: the driver returns it as text. */
    size: ColumnType<string, number, never>;
    sha256: string;
    signature: string;
    key_fingerprint: string | null;
    signed_by: string | null;
    created_by_name: string;
    created_at: GivenMoment;
  };
  firmware_model: {
    tenant_id: string;
    firmware_id: string;
    model: string;
    kind: DeviceKind;
    model_key: GeneratedAlways<string>;
    version_key: string;
  };
  upgrade_campaign: {
    tenant_id: string;
    id: string;
    name: string;
    firmware_id: string;
    kind: DeviceKind;
    models: string[];
    version: string;
    state: RolloutState;
    stop_reason: StopReason | null;
    start_at: Date | null;
    local_start: ColumnType<LocalStart | null, string | null, string | null>;
    revision: Generated<number>;
    began_at: Date | null;
    waves: number[];
    wave: number;
    stop_at_failed_percent: number;
    retries: number;
    created_by: string;
    created_by_name: string;
    edited_by: Generated<string | null>;
    edited_by_name: Generated<string | null>;
    created_at: GivenMoment;
    due_at: GivenMoment;
    ended_at: Date | null;
  };
  upgrade: {
    tenant_id: string;
    id: string;
    campaign_id: string | null;
    device_id: string;
    device_name: string;
    device_kind: DeviceKind;
    site_id: string | null;
    wave: number;
    place: number;
    state: UpgradeState;
    reason: UpgradeReason | null;
    percent: number | null;
    from_version: string;
    to_version: string;
    attempts: Generated<number>;
    attempts_max: number;
    command_id: string | null;
    next_at: GivenMoment;
    progress_at: Date | null;
    created_at: GivenMoment;
    started_at: Date | null;
    ended_at: Date | null;
    at: GeneratedAlways<Date>;
    text: Generated<string>;
  };
  rollout_site: {
    tenant_id: string;
    rollout_id: string;
    site_id: string;
    time_zone: string;
    night: number;
    starts_at: Date;
    ends_at: Date | null;
    began_at: Date | null;
  };
  device_firmware: { tenant_id: string; device_id: string; version: string };
}
