import type { Generated } from 'kysely';
import type { BigInteger, GivenMoment, Json } from './column-types.ts';

type RadioReports<R extends string> = { [K in `${R}_rx_bytes` | `${R}_tx_bytes`]: BigInteger | null } & {
  [K in `${R}_${'band' | 'channel' | 'tx_power' | 'utilisation' | 'noise' | 'clients'}`]: number | null;
};

type RadioRollUp<R extends string> = { [K in `${R}_rx_bytes` | `${R}_tx_bytes`]: BigInteger } & {
  [K in `${R}_${'utilisation_avg' | 'utilisation_max' | 'noise_avg' | 'clients_max'}`]: number | null;
};

type RollUp = {
  tenant_id: string;
  device_id: string;
  rx_bytes: BigInteger;
  tx_bytes: BigInteger;
  reports: number;
  seconds: number;
  cpu_avg: number | null;
  cpu_max: number | null;
  memory_avg: number | null;
  memory_max: number | null;
  temperature_max: number | null;
  power_avg: number | null;
  clients_avg: number;
  clients_max: number;
} & RadioRollUp<'r0' | 'r1' | 'r2'>;

export interface TelemetryTables {
  device_report: {
    tenant_id: string;
    device_id: string;
    ts: GivenMoment;
    rx_bytes: BigInteger | null;
    tx_bytes: BigInteger | null;
    uptime: number | null;
    cpu: number | null;
    memory: number | null;
    temperature: number | null;
    power: number | null;
    clients: number;
    members_online: number | null;
    ports_up: number | null;
  } & RadioReports<'r0' | 'r1' | 'r2'>;
  device_gone_report: TelemetryTables['device_report'] & { slot_clients: number; slot_reports: number };
  device_last: {
    tenant_id: string;
    device_id: string;
    ts: GivenMoment;
    uptime: number | null;
    cpu: number | null;
    memory: number | null;
    temperature: number | null;
    clients: number;
    config_version: number | null;
    on_air_set: string | null;
    lists_networks: Generated<boolean>;
    network_clients: Json | null;
  };
  on_air_set: { tenant_id: string; key: string; ssid: string; bands: number; used_at: Generated<Date> };
  device_last_report: {
    tenant_id: string;
    device_id: string;
    ts: GivenMoment;
    report: string;
    port_bytes: Generated<string | null>;
    earlier_port_bytes: Generated<string | null>;
    earlier_ts: Generated<Date | null>;
  };
  rollup_due: { tenant_id: string; device_id: string; hour: GivenMoment };
  site_rollup_due: { tenant_id: string; site_id: string; hour: GivenMoment };
  rolled_up: { what: string; until: GivenMoment };
  device_1h: RollUp & { hour: GivenMoment };
  device_moved_1h: RollUp & { hour: GivenMoment; site_id: string };
  device_1d: RollUp & { day: GivenMoment };
  site_1h: {
    tenant_id: string;
    site_id: string;
    hour: GivenMoment;
    rx_bytes: BigInteger;
    tx_bytes: BigInteger;
    clients_avg: number;
    clients_max: number;
    reports: number;
  };
  air_1h: {
    tenant_id: string;
    site_id: string;
    hour: GivenMoment;
    band: string;
    utilisation_sum: BigInteger;
    utilisation_samples: number;
    noise_sum: BigInteger;
    noise_samples: number;
  };
  air_1d: {
    tenant_id: string;
    site_id: string;
    day: GivenMoment;
    band: string;
    utilisation_sum: BigInteger;
    utilisation_samples: number;
    noise_sum: BigInteger;
    noise_samples: number;
  };
  site_5m: {
    tenant_id: string;
    site_id: string;
    slot: GivenMoment;
    rx_bytes: BigInteger;
    tx_bytes: BigInteger;
    clients: number;
  };
  air_5m: {
    tenant_id: string;
    site_id: string;
    slot: GivenMoment;
    band: string;
    utilisation_sum: BigInteger;
    utilisation_samples: number;
    noise_sum: BigInteger;
    noise_samples: number;
  };
  port_sample: {
    tenant_id: string;
    device_id: string;
    slot: GivenMoment;
    ts: GivenMoment;
    counters: string;
  };
  mac_table: { tenant_id: string; device_id: string; digest: Buffer };
  mac_table_port: { tenant_id: string; device_id: string; port: string; learned: string };
  device_scan: { tenant_id: string; device_id: string; at: GivenMoment; entries: string };
  device_log: {
    tenant_id: string;
    id: string;
    device_id: string;
    site_id: string | null;
    at: GivenMoment;
    type: string;
    severity: number;
    details: Json;
  };
}
