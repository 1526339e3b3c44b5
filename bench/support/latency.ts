export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** Milliseconds of `turns` steps, one after the other, after some that do not count. */
export async function latencyOf(turns: number, step: () => Promise<void>): Promise<Latency> {
  const times: number[] = [];
  const warmUp = Math.ceil(turns / 10);
  for (let turn = 0; turn < turns + warmUp; turn += 1) {
    const began = performance.now();
    await step();
    if (turn >= warmUp) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

export function latencyText({ p50, p99 }: Latency): string {
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
}

export function latencyRatio(through: Latency, direct: Latency): string {
  return `${(through.p50 / direct.p50).toFixed(1)}× the p50, ${(through.p99 / direct.p99).toFixed(1)}× the p99 of the direct connection`;
}
