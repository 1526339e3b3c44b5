import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, GatewayHarness, type RunningGateway } from '../testing/gateway-harness.ts';

/** Recordings of real devices are not part of the project; they are replayed if present. */
const samples = join(process.env['DEVICE_DIR'] ?? '', 'samples');
const present = process.env['DEVICE_DIR'] !== undefined && existsSync(samples);
const transcripts = present ? readdirSync(samples).filter((name) => name.startsWith('transcript-')) : [];

interface Recording {
  readonly serial: string;
  /** Frames of the device, if recorded completely. */
  readonly frames: readonly string[];
}

function read(transcript: string): Recording {
  const lines = readFileSync(join(samples, transcript), 'utf8').split('\n');
  const serial = lines
    .map((line) => /CN=([0-9a-f]{12})/.exec(line)?.[1])
    .find((found) => found !== undefined);
  if (serial === undefined) throw new Error(`${transcript} names no device`);
  const frames = lines.flatMap((line) => {
    const [, length, text] = /^<< \(bin=false (\d+) B\) (.*)$/.exec(line) ?? [];
    return text !== undefined && Buffer.byteLength(text) === Number(length) ? [text] : [];
  });
  return { serial, frames };
}

describe.skipIf(!present)('recordings of real devices, replayed to the gateway', () => {
  let harness: GatewayHarness;
  let running: RunningGateway;

  beforeAll(async () => {
    harness = await GatewayHarness.open();
    running = await harness.start();
  });
  afterAll(() => harness.close());

  async function counted(kind: string): Promise<number> {
    const { values } = await running.metrics.deviceFrames.get();
    return values.filter(({ labels }) => labels.kind === kind).reduce((sum, { value }) => sum + value, 0);
  }

  test.each(transcripts)('%s', async (transcript) => {
    const { serial, frames } = read(transcript);
    const tenant = await harness.account();
    const device = harness.dial(running.port, serial, await harness.enrolled(running.port, tenant, serial));
    expect(await device.opened()).toBe('open');
    const malformed = await counted('malformed');
    const { received } = running;
    const before = {
      hellos: received.hellos.length,
      events: received.events.length,
      reports: received.reports.length,
    };
    for (const frame of frames) device.socket.send(frame);
    const methods = frames.map((frame): { method?: string } => JSON.parse(frame)).map(({ method }) => method);
    const told = (...names: string[]) => methods.filter((method) => names.includes(method ?? '')).length;
    await eventually(() => {
      expect(received.hellos.length - before.hellos).toBeGreaterThanOrEqual(1);
      expect(received.events.length - before.events).toBeGreaterThanOrEqual(
        told('event', 'healthcheck', 'log'),
      );
      expect(received.reports.length - before.reports).toBeGreaterThanOrEqual(told('state'));
    });
    expect(await counted('malformed')).toBe(malformed);
    expect(device.closedWith).toBeNull();
    const hello = received.hellos.at(-1)?.hello;
    expect(await harness.row(tenant, serial)).toMatchObject({
      status: 'online',
      model: hello?.model,
      version: hello?.firmware,
    });
    device.end();
  });

  test('reads the ports of a complete state of a switch', async () => {
    const captured = readFileSync(join(samples, 'switch-state.captured.json'), 'utf8').trim();
    const { params }: { params: { serial: string } } = JSON.parse(captured);
    const tenant = await harness.account();
    const device = await harness.connected(running, tenant, params.serial);
    device.socket.send(captured);
    const report = await eventually(() => {
      const newest = running.received.reports.at(-1);
      expect(newest?.report.serial).toBe(params.serial);
      return newest?.report;
    });
    expect(report?.ports).toHaveLength(8);
    expect(report?.ports[0]).toMatchObject({ linked: true, speedMbps: 1000, power: { state: 'delivering' } });
  });
});
