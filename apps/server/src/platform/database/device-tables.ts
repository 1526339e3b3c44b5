import type { EffectiveSettings } from '@airloom/contract/configuration/effective';
import type { RefusalReason } from '@airloom/contract/devices/adding.model';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type {
  ConfigurationReason,
  ConfigurationState,
  ConfigurationVersionState,
  DeviceStatus,
  UpgradeStatus,
} from '@airloom/contract/devices/devices.states';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { GivenMoment, Json, Moment } from './column-types.ts';

export interface DeviceTables {
  claim_code: {
    tenant_id: string;
    id: string;
    hash: Buffer;
    site_id: string | null;
    uses_left: number;
    expires_at: GivenMoment;
    created_by: string;
    created_at: Moment;
    revoked_at: Date | null;
    virtual: Generated<boolean>;
  };
  trusted_ca: {
    tenant_id: string;
    id: string;
    name: string;
    fingerprint: string;
    pem: string;
    challenge: Generated<string>;
    proven_at: Date | null;
    needs_proof: Generated<boolean>;
    created_at: Moment;
  };
  virtual_fleet: {
    tenant_id: string;
    site_id: string;
    seed: number;
    aps: number;
    switches: number;
    gateways: number;
    created_by: string;
    created_at: Moment;
  };
  refused_attempt: {
    tenant_id: string;
    serial: string;
    reason: RefusalReason;
    claim_code_id: string | null;
    address: string;
    count: number;
    first_at: GivenMoment;
    last_at: GivenMoment;
  };
  device_group: { tenant_id: string; id: string; site_id: string; name: string; created_at: Moment };
  site_off_times: { tenant_id: string; site_id: string; done_until: GivenMoment };
  device: {
    tenant_id: string;
    id: string;
    site_id: string | null;
    group_id: string | null;
    managed_by: string | null;
    kind: DeviceKind;
    serial: string;
    sn: string;
    name: string;
    position: Generated<string>;
    remark: Generated<string>;
    model: Generated<string>;
    version: Generated<string>;
    ip: Generated<string>;
    abilities: ColumnType<unknown, string | null, string | null>;
    status: Generated<DeviceStatus>;
    upgrade_status: Generated<UpgradeStatus>;
    configuration_state: Generated<ConfigurationState>;
    reported_ports: ColumnType<unknown, string | null, string | null>;
    /** Of the released settings. */
    management_vlan: GeneratedAlways<number | null>;
    trial_version: number | null;
    trial_sent_at: Date | null;
    trial_connection: string | null;
    vlan_before: number | null;
    released_settings: ColumnType<EffectiveSettings | null, string | null, string | null>;
    verified_settings: ColumnType<EffectiveSettings | null, string | null, string | null>;
    off_times: GeneratedAlways<object | null>;
    released_set: string | null;
    radio_bands: ColumnType<number, never, never>;
    sealed_password: string | null;
    ha_mode: 'single' | 'ha' | null;
    ha_status: 'active' | 'standby' | null;
    ha_peer: string | null;
    first_online_at: Date | null;
    online_at: Date | null;
    offline_at: Date | null;
    placed_at: Date | null;
    grouped_at: Date | null;
    gateway_id: string | null;
    connection_id: string | null;
    registered_at: Date | null;
    virtual: Generated<boolean>;
    search: GeneratedAlways<string>;
    sort_name: GeneratedAlways<string>;
    sort_ip: GeneratedAlways<string | null>;
    created_at: Moment;
  };
  /** Kept by a trigger, for searches. */
  device_text: { tenant_id: string; device_id: string; search: string };
  tag: { tenant_id: string; id: string; name: string; key: string; created_at: Moment };
  device_tag: { tenant_id: string; device_id: string; tag_id: string };
  device_note: {
    tenant_id: string;
    id: string;
    device_id: string;
    text: string;
    created_by: string;
    created_by_name: string;
    created_at: GivenMoment;
    edited_by_name: string | null;
    edited_at: Date | null;
  };
  device_photo: {
    tenant_id: string;
    id: string;
    device_id: string;
    file_id: string;
    thumbnail_id: string;
    width: number;
    height: number;
    size: number;
    created_by: string;
    created_by_name: string;
    created_at: GivenMoment;
  };
  device_certificate: {
    tenant_id: string;
    fingerprint: string;
    serial: string;
    device_id: string | null;
    claim_code_id: string | null;
    not_after: GivenMoment;
    issued_at: Moment;
    revoked_at: Date | null;
    key_hash: string | null;
    maker: 'own' | 'trusted' | 'factory' | null;
    requested_at: Date | null;
    requested_from: Generated<string>;
  };
  device_dispute: {
    tenant_id: string;
    device_id: string;
    claimant: string;
    names_sn: boolean;
    opened_at: Date;
    answered_at: Date | null;
  };
  device_configuration: {
    tenant_id: string;
    device_id: string;
    version: number;
    document: Json;
    state: ConfigurationVersionState;
    rejected: ColumnType<unknown, string | undefined, string>;
    reason: ConfigurationReason;
    change_id: string | null;
    settings: ColumnType<EffectiveSettings | null, string | null, never>;
    created_by: string | null;
    created_at: Moment;
    decided_at: Date | null;
  };
  saved_view: {
    tenant_id: string;
    id: string;
    manager_id: string;
    table_name: string;
    name: string;
    query: string;
    created_at: Moment;
  };
  gateway_process: { id: string; started_at: Moment; seen_at: Moment; grace_until: Date | null };
}
