import type { CommandName, CommandReason } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import type { SchedulableCommand } from '@airloom/contract/commands/schedules.model';
import type {
  LeftOutReason,
  ScheduledDeviceState,
  ScheduleState,
} from '@airloom/contract/commands/schedules.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { ProxyEnd, ProxyProtocol } from '@airloom/contract/remote-proxy/remote-proxy.model';
import type { LocalStart } from '@airloom/contract/rollout/local-start';
import type { ShellEnd } from '@airloom/contract/web-shell/web-shell.model';
import type { ColumnType, Generated } from 'kysely';
import type { Count, GivenMoment, Json } from './column-types.ts';

export interface CommandTables {
  command_batch: {
    tenant_id: string;
    id: string;
    command: CommandName;
    params: Json;
    created_by: string | null;
    created_by_name: string;
    created_at: GivenMoment;
  };
  command: {
    tenant_id: string;
    id: string;
    batch_id: string;
    device_id: string;
    device_name: string;
    device_kind: DeviceKind;
    site_id: string | null;
    command: CommandName;
    exclusive: boolean;
    params: Json;
    state: CommandState;
    created_at: GivenMoment;
    deadline: GivenMoment;
    sent_at: Date | null;
    answered_at: Date | null;
    ended_at: Date | null;
    text: Generated<string>;
    reason: CommandReason | null;
    rejected: ColumnType<string[], string | undefined, string>;
    output: string | null;
    file_id: string | null;
    upload_hash: Buffer | null;
    downloads: Generated<number>;
    download_until: Date | null;
    downloaded_bytes: Count;
  };
  cable_test: {
    tenant_id: string;
    device_id: string;
    port: string;
    site_id: string | null;
    at: GivenMoment;
    pairs: Json;
  };
  command_schedule: {
    tenant_id: string;
    id: string;
    command: SchedulableCommand;
    params: Json;
    state: ScheduleState;
    start_at: GivenMoment;
    local_start: ColumnType<LocalStart | null, string | null, string | null>;
    revision: number;
    created_by: string;
    created_by_name: string;
    edited_by: Generated<string | null>;
    edited_by_name: Generated<string | null>;
    created_at: GivenMoment;
    due_at: GivenMoment;
    ended_at: Date | null;
  };
  command_schedule_device: {
    tenant_id: string;
    schedule_id: string;
    device_id: string;
    device_name: string;
    device_kind: DeviceKind;
    site_id: string | null;
    state: ScheduledDeviceState;
    reason: LeftOutReason | null;
    command_id: string | null;
  };
  remote_proxy: {
    tenant_id: string;
    id: string;
    device_id: string;
    membership_id: string;
    created_by: string;
    created_by_name: string;
    protocol: ProxyProtocol;
    local_address: string;
    local_port: number;
    public_host: string;
    public_port: number;
    sources: string[];
    created_at: GivenMoment;
    expires_at: GivenMoment;
    ended_at: Generated<Date | null>;
    end_reason: Generated<ProxyEnd | null>;
    bytes_in: Generated<string>;
    bytes_out: Generated<string>;
    last_used_at: Generated<Date | null>;
    last_address: Generated<string | null>;
  };
  remote_proxy_setting: { tenant_id: string; enabled: boolean };
  command_mark: { tenant_id: string; manager_id: string; batch_id: string; hidden: boolean };
  shell_session: {
    tenant_id: string;
    id: string;
    device_id: string;
    device_name: string;
    device_kind: DeviceKind;
    site_id: string | null;
    opened_by: string;
    opened_by_name: string;
    opened_at: GivenMoment;
    ended_at: Generated<Date | null>;
    end_reason: Generated<ShellEnd | null>;
    recorded: boolean;
    seen_at: Generated<Date | null>;
    file_id: Generated<string | null>;
  };
  shell_setting: { tenant_id: string; recording: boolean; keep_days: number };
}
