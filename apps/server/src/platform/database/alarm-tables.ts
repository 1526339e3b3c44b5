import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { AlarmState, ClearReason } from '@airloom/contract/alarms/alarms.states';
import type { AlarmLevel, AlarmType } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { GivenMoment } from './column-types.ts';

/** jsonb in text form; the driver would convert an array to a PostgreSQL array. */
type JsonRows<T> = ColumnType<readonly T[], string, string>;

type Span = { readonly from: string; readonly to: string };

export interface AlarmTables {
  alarm_account: { tenant_id: string; seeded_at: GivenMoment };
  alarm_rule: {
    tenant_id: string;
    id: string;
    shipped: string | null;
    name: string;
    type: AlarmType;
    kinds: DeviceKind[];
    levels: JsonRows<{ readonly level: AlarmLevel; readonly threshold: number | null }>;
    hold_minutes: number;
    enabled: boolean;
    description: string;
    modes: NoticeMode[];
    emails: string[];
    phones: string[];
    rest_times: JsonRows<Span>;
    holidays: JsonRows<Span>;
    repeat: number;
    macs: string[];
    updated_at: GivenMoment;
  };
  alarm_rule_site: { tenant_id: string; rule_id: string; site_id: string };
  alarm: {
    tenant_id: string;
    id: string;
    rule_id: string;
    rule_name: string;
    shipped: string | null;
    type: AlarmType;
    level: AlarmLevel;
    state: AlarmState;
    site_id: string | null;
    site_name: string;
    device_id: string | null;
    device_kind: DeviceKind | null;
    device_name: string;
    part: string;
    part_name: Generated<string | null>;
    cause: string;
    value: number | null;
    threshold: number | null;
    raised_at: GivenMoment;
    levelled_at: Generated<Date | null>;
    confirmed_at: Date | null;
    confirmed_by_name: Generated<string>;
    confirm_note: Generated<string>;
    cleared_at: Date | null;
    clear_reason: ClearReason | null;
    cleared_by_name: Generated<string>;
    clear_note: Generated<string>;
    removed_at: Generated<Date | null>;
    gravity: GeneratedAlways<number>;
    search: GeneratedAlways<string>;
  };
  alarm_name: { tenant_id: string; search: string };
  alarm_consequence: { tenant_id: string; alarm_id: string; device_id: string };
  alarm_watch: {
    tenant_id: string;
    device_id: string;
    rule_id: string;
    part: string;
    since: GivenMoment;
    level: AlarmLevel | null;
  };
  maintenance: {
    tenant_id: string;
    id: string;
    name: string;
    starts_at: GivenMoment;
    ends_at: GivenMoment;
    created_by_name: string;
  };
  maintenance_site: { tenant_id: string; maintenance_id: string; site_id: string };
  monitored_terminal: {
    tenant_id: string;
    id: string;
    mac: string;
    name: string;
    created_at: GivenMoment;
  };
}
