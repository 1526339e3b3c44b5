import type { SecurityEventKind } from '@airloom/contract/identity/safety.model';
import type { ColumnType, Generated } from 'kysely';
import type { AlarmTables } from './alarm-tables.ts';
import type { GivenMoment, Json, Moment } from './column-types.ts';
import type { CommandTables } from './command-tables.ts';
import type { ConfigurationTables } from './configuration-tables.ts';
import type { DeviceTables } from './device-tables.ts';
import type { FirmwareTables } from './firmware-tables.ts';
import type { MessageTables } from './message-tables.ts';
import type { MoneyTables } from './money-tables.ts';
import type { NoticeTables } from './notice-tables.ts';
import type { StatisticsTables } from './statistics-tables.ts';
import type { TelemetryTables } from './telemetry-tables.ts';
import type { TerminalTables } from './terminal-tables.ts';
import type { TopologyTables } from './topology-tables.ts';

/** The columns of every table as the driver returns them. A new migration changes this file too. */
export interface Tables
  extends AlarmTables,
    CommandTables,
    ConfigurationTables,
    DeviceTables,
    FirmwareTables,
    MessageTables,
    MoneyTables,
    NoticeTables,
    StatisticsTables,
    TelemetryTables,
    TerminalTables,
    TopologyTables {
  outbox: {
    id: string;
    tenant_id: string | null;
    type: string;
    payload: Json;
    created_at: Moment;
    attempts: Generated<number>;
    next_at: Moment;
    failed_at: Date | null;
    error: string | null;
  };
  repeated_call: {
    tenant_id: string;
    manager_id: string;
    key: string;
    request_hash: Buffer;
    answer: string | null;
    at: GivenMoment;
  };
  operation_log: {
    tenant_id: string;
    id: string;
    at: Moment;
    manager_id: string | null;
    user_name: string;
    address: string;
    call: string;
    request_id: string;
    target: string;
    before: ColumnType<unknown, string | null | undefined, never>;
    after: ColumnType<unknown, string | null | undefined, never>;
    /** Null in entries of earlier releases. */
    objects: ColumnType<unknown, string | null, never>;

    site_ids: string[];
    organization_ids: string[];
  };
  stored_file: {
    tenant_id: string;
    id: string;
    kind: string;
    content_type: string;
    /** bigint: the driver returns it as text. */
    size: ColumnType<string, number, never>;
    sha256: string;
    shown_publicly: boolean;
    created_by: string;
    created_at: Moment;
    expires_at: Date | null;
    session_id: string | null;
  };
  throttle: { key: string; failures: number; blocked_until: GivenMoment; updated_at: GivenMoment };
  development_message: {
    id: string;
    channel: string;
    target: string;
    subject: string;
    body: string;
    at: Moment;
  };
  installation: { key: string; value: Json };
  installation_key: { name: 'secret' | 'authority'; fingerprint: string; recorded_at: Moment };
  account: {
    id: string;
    name: string;
    enterprise_name: Generated<string>;
    address: Generated<string>;
    contact_name: Generated<string>;
    phone: Generated<string>;
    demo: Generated<boolean>;
    operator: Generated<boolean>;
    agent: Generated<boolean>;
    store: Generated<boolean>;
    created_at: Moment;
    closed_at: Date | null;
  };
  manager: {
    id: string;
    user_name: string;
    nickname: Generated<string>;
    phone: string | null;
    email: string | null;
    language: string;
    time_zone: Generated<string>;
    two_factor: Generated<'off' | 'totp' | 'code'>;
    user_name_changed_at: Date | null;
    created_at: Moment;
    closed_at: Date | null;
  };
  manager_secret: {
    manager_id: string;
    password_hash: string | null;
    totp_secret: string | null;
    /** bigint: the driver returns it as text. */
    totp_last_step: ColumnType<string | null, number | null | undefined, number | null>;
    pending_totp_secret: string | null;
    recovery_hashes: Generated<string[]>;
    wechat_openid: string | null;
    remind_password: Generated<boolean>;
  };
  role: {
    tenant_id: string;
    id: string;
    key: string;
    name: Generated<string>;
    alias: Generated<string>;
    grants: string[] | null;
    created_at: Moment;
  };
  membership: {
    tenant_id: string;
    id: string;
    manager_id: string;
    role_id: string;
    alias: string;
    owner: Generated<boolean>;
    disabled_at: Date | null;
    created_at: Moment;
  };
  invitation: {
    tenant_id: string;
    id: string;
    token_hash: Buffer;
    target: string;
    role_id: string;
    enterprise_ids: Generated<string[]>;
    site_ids: Generated<string[]>;
    status: 'sent' | 'accepted' | 'revoked' | 'expired';
    delivery: Generated<'queued' | 'sent' | 'failed' | 'noSender'>;
    invited_by: string;
    accepted_by: string | null;
    created_at: Moment;
    expires_at: GivenMoment;
  };
  session: {
    id: string;
    token_hash: Buffer;
    manager_id: string;
    tenant_id: string;
    membership_id: string;
    address: string;
    client: string;
    created_at: Moment;
    last_seen_at: Moment;
    current_id: string | null;
  };
  selected_scope: {
    tenant_id: string;
    manager_id: string;
    place_id: string | null;
    recent_ids: Generated<string[]>;
  };
  removed_session: {
    token_hash: Buffer;
    removed_at: Date;
  };
  security_event: {
    manager_id: string;
    id: string;
    kind: SecurityEventKind;
    at: GivenMoment;
    address: string;
    client: string;
    detail: string;
  };
  sign_in_place: {
    manager_id: string;
    network: string;
    browser: string;
    seen_at: GivenMoment;
  };
  sign_in_ticket: {
    token_hash: Buffer;
    manager_id: string;
    attempts: Generated<number>;
    expires_at: GivenMoment;
  };
  verification_code: {
    purpose: string;
    target: string;
    request: Generated<string>;
    code_hash: Buffer;
    attempts: Generated<number>;
    sent_at: GivenMoment;
    expires_at: GivenMoment;
  };
  qr_login: {
    id: string;
    poll_hash: Buffer;
    status: 'waiting' | 'scanned' | 'confirmed' | 'refused';
    manager_id: string | null;
    address: string;
    client: string;
    expires_at: GivenMoment;
  };
  api_key: {
    tenant_id: string;
    id: string;
    membership_id: string;
    name: string;
    prefix: string;
    secret_hash: Buffer;
    grants: string[];
    created_at: Moment;
    expires_at: Date | null;
    last_used_at: Date | null;
    ends_with_password: Generated<boolean>;
  };
  enterprise: {
    tenant_id: string;
    id: string;
    name: string;
    address: Generated<string>;
    created_at: Moment;
    deleted_at: Date | null;
    deleted_by: string | null;
  };
  site: {
    tenant_id: string;
    id: string;
    enterprise_id: string;
    name: string;
    code: Generated<string>;
    country_code: string;
    address: Generated<string>;
    latitude: number | null;
    longitude: number | null;
    time_zone: string;
    ntp_server: Generated<string>;
    observe_only: Generated<boolean>;
    contact_name: Generated<string>;
    remark: Generated<string>;
    created_at: Moment;
    deleted_at: Date | null;
    deleted_by: string | null;
  };
  membership_enterprise: { tenant_id: string; membership_id: string; enterprise_id: string };
  membership_site: { tenant_id: string; membership_id: string; site_id: string };
}
