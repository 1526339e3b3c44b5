import type { Band } from '@airloom/device-protocol/model';
import type { BigInteger, GivenMoment } from './column-types.ts';

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
    rx_bytes: BigInteger;
    tx_bytes: BigInteger;
    seconds: number;
  };
}
