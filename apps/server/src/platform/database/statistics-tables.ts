import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Language } from '@airloom/contract/languages';
import type { ReportInput, StatisticsPage } from '@airloom/contract/statistics/statistics.rules';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { GivenMoment } from './column-types.ts';

interface HealthFigures {
  sort_name: Generated<string>;
  devices: Generated<number>;
  online: Generated<number>;
  offline: Generated<number>;
  clients: Generated<number>;
  outdated: Generated<number>;
  urgent: Generated<number>;
  important: Generated<number>;
  secondary: Generated<number>;
  notice: Generated<number>;
  alarms: GeneratedAlways<number>;
  /** bigint: the driver returns it as text. */
  traffic: ColumnType<string, number | undefined, number>;
  hourly: Generated<string[]>;
  severity: Generated<number>;
}

export interface StatisticsTables {
  site_health: HealthFigures & { tenant_id: string; site_id: string; kind: DeviceKind | 'all' | 'none' };
  enterprise_health: HealthFigures & {
    tenant_id: string;
    enterprise_id: string;
    sites: Generated<number>;
    trouble: Generated<number>;
    attention: Generated<number>;
  };
  device_stay: {
    tenant_id: string;
    device_id: string;
    site_id: string;
    kind: DeviceKind;
    managed_by: string | null;
    from_at: GivenMoment;
    to_at: GivenMoment;
  };
  slots_counted: { tenant_id: string; until: GivenMoment };
  device_away: { tenant_id: string; device_id: string; began_at: GivenMoment; ended_at: Date | null };
  screen_link: {
    tenant_id: string;
    id: string;
    membership_id: string;
    name: string;
    enterprise_id: string | null;
    site_id: string | null;
    token_hash: Buffer;
    addresses: string[];
    created_at: GivenMoment;
    expires_at: GivenMoment;
    last_used_at: Date | null;
    last_address: Generated<string>;
  };
  report_schedule: {
    tenant_id: string;
    id: string;
    name: string;
    pages: StatisticsPage[];
    enterprise_id: string | null;
    site_id: string | null;
    rhythm: ReportInput['rhythm'];
    hour: number;
    time_zone: string;
    language: Language;
    emails: string[];
    enabled: boolean;
    manager_id: string;
    membership_id: string;
    next_at: Date | null;
    last_at: Date | null;
    last_error: Generated<string>;
  };
  report_delivery: {
    tenant_id: string;
    id: string;
    report_id: string;
    email: string;
    period_from: GivenMoment;
    period_to: GivenMoment;
    due_at: GivenMoment;
    leased_until: Date | null;
    attempts: Generated<number>;
    first_tried_at: Date | null;
  };
}
