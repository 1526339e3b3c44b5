import type { TerminalKind } from '@airloom/contract/terminals/terminal-kinds';
import type { Band } from '@airloom/device-protocol/model';
import type { Generated } from 'kysely';
import type { BigInteger, Count, GivenMoment } from './column-types.ts';

export interface TerminalTables {
  terminal_session: {
    tenant_id: string;
    id: string;
    device_id: string;
    site_id: string | null;
    visit_id: string;
    mac: string;
    started_at: GivenMoment;
    ended_at: Date | null;
    last_seen_at: GivenMoment;
    counter_rx: BigInteger;
    counter_tx: BigInteger;
    rx_bytes: BigInteger;
    tx_bytes: BigInteger;
    counter_packets: Count;
    counter_retries: Count;
    packets: Count;
    retries: Count;
    signal_last: number | null;
    signal_min: number | null;
    signal_sum: number;
    signal_samples: number;
    channel: number | null;
    band: Band | null;
    ssid: string;
    port: string;
    ip: string;
    hostname: string;
    end_reason: string | null;
  };
  terminal_1h: {
    tenant_id: string;
    mac: string;
    hour: GivenMoment;
    site_id: string | null;
    device_id: string | null;
    ssid: string;
    band: Band | null;
    rx_bytes: BigInteger;
    tx_bytes: BigInteger;
    packets: BigInteger;
    retries: BigInteger;
    signal_sum: number;
    signal_samples: number;
    seconds: number;
  };
  terminal: {
    tenant_id: string;
    mac: string;
    hostname: string;
    kind: TerminalKind;
    name: Generated<string>;
    first_seen_at: GivenMoment;
    last_seen_at: GivenMoment;
    blocked_at: Date | null;
    blocked_until: Date | null;
  };
  terminal_1d: {
    tenant_id: string;
    site_id: string;
    day: GivenMoment;
    mac: string;
    rx_bytes: BigInteger;
    tx_bytes: BigInteger;
    seconds: number;
  };
  wifi_rollup_due: { tenant_id: string; site_id: string; hour: GivenMoment };
  wifi_1h: {
    tenant_id: string;
    site_id: string;
    hour: GivenMoment;
    ssid: string;
    band: Band | null;
    rx_bytes: BigInteger;
    tx_bytes: BigInteger;
    packets: BigInteger;
    retries: BigInteger;
    seconds: number;
    excellent: number;
    good: number;
    fair: number;
    weak: number;
    bad: number;
    terminals: number;
  };
  device_wifi_1h: {
    tenant_id: string;
    device_id: string;
    hour: GivenMoment;
    packets: BigInteger;
    retries: BigInteger;
  };
}
