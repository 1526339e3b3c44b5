import type { ClientSample, Traffic, WirelessClient } from '@airloom/device-protocol/model';
import { countersSince } from './packet-counters.ts';
import type { ReportTime, Session } from './session.ts';

/** Whether the counters of the connection are smaller than before. */
export function shrank(session: Session, { rxBytes, txBytes }: Traffic): boolean {
  return rxBytes < session.counterRx || txBytes < session.counterTx;
}

/** Counters only grow; a smaller value means a restart. */
export function counted(session: Session, { rxBytes, txBytes }: Traffic): Session {
  const anew = shrank(session, { rxBytes, txBytes });
  return {
    ...session,
    counterRx: rxBytes,
    counterTx: txBytes,
    rx: session.rx + rxBytes - (anew ? 0 : session.counterRx),
    tx: session.tx + txBytes - (anew ? 0 : session.counterTx),
  };
}

function resent(session: Session, wireless: WirelessClient | null): Partial<Session> {
  const packets = wireless?.txPackets ?? null;
  const retries = wireless?.txRetries ?? null;
  if (packets === null || retries === null) return {};
  const grown = countersSince(
    { packets: session.counterPackets, retries: session.counterRetries },
    { packets, retries },
  );
  return {
    counterPackets: packets,
    counterRetries: retries,
    packets: session.packets + grown.packets,
    retries: session.retries + grown.retries,
  };
}

/** Signal and packets of a sample. */
export function measured(session: Session, wireless: WirelessClient | null): Partial<Session> {
  const signal = wireless?.signal ?? null;
  return { ...resent(session, wireless), ...(signal === null ? {} : withSignal(session, signal)) };
}

export function seen(session: Session, time: ReportTime, sample: ClientSample): Session {
  const { wireless } = sample;
  return {
    ...counted(session, sample.traffic),
    ...measured(session, wireless),
    lastSeenAt: Math.max(session.lastSeenAt, time.at),
    ssid: wireless?.ssid ?? session.ssid,
    band: wireless?.band ?? session.band,
    channel: wireless?.channel ?? session.channel,
    port: sample.port ?? session.port,
    ip: sample.ip ?? session.ip,
    hostname: sample.hostname ?? session.hostname,
  };
}

export function withSignal(session: Session, signal: number) {
  return {
    signalLast: signal,
    signalMin: Math.min(session.signalMin ?? signal, signal),
    signalSum: session.signalSum + signal,
    signalSamples: session.signalSamples + 1,
  };
}
