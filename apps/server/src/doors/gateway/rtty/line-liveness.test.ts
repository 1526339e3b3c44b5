import { describe, expect, test } from 'vitest';
import { RTTY_LIMITS } from './limits.ts';
import { LineLiveness } from './line-liveness.ts';

const DEVICE = { tenant: 't', deviceId: 'd' };
const SWEEP_SECONDS = 2;
const INPUT = { type: 'data', session: '1', data: Buffer.from('x') } as const;

/** A line and the main connection of its device, in seconds. */
class Line {
  now = 0;
  /** The device answers pings on its main connection; null: it is connected to another process. */
  isMainAlive: boolean | null = true;
  readonly asked: string[] = [];
  isPaused = false;
  readonly liveness: LineLiveness;
  #mainSeenAt = 0;

  constructor(heartbeatSeconds: number | null) {
    this.liveness = new LineLiveness({
      device: DEVICE,
      limits: RTTY_LIMITS,
      heartbeatSeconds,
      mainConnections: {
        seenAt: () => (this.isMainAlive === null ? null : this.#mainSeenAt),
        ping: () => {
          if (this.isMainAlive === true) this.#mainSeenAt = this.now * 1_000;
        },
      },
      ask: (session) => this.asked.push(session),
      now: 0,
    });
  }

  hear(): void {
    this.liveness.heard(this.now * 1_000);
  }

  /** Sweeps for this long; returns after how many seconds the device is considered lost, or null. */
  lostAfter(seconds: number): number | null {
    const start = this.now;
    while (this.now < start + seconds) {
      this.now += SWEEP_SECONDS;
      if (this.liveness.isLost(this.now * 1_000, this.isPaused)) return this.now - start;
    }
    return null;
  }
}

describe('a device with a heartbeat every 5 seconds', () => {
  test.each([null, 5, 13])('is lost when its line is silent (registered: %s)', (registered) => {
    const line = new Line(registered);
    expect(line.lostAfter(60)).toBe(22);
    expect(line.asked).toEqual([]);
  });

  test('stays while its line is not read and its main connection answers', () => {
    const line = new Line(5);
    line.isPaused = true;
    expect(line.lostAfter(300)).toBeNull();
    line.isMainAlive = false;
    expect(line.lostAfter(60)).toBeLessThan(30);
  });

  test('has five seconds to be heard after its line was not read', () => {
    const line = new Line(5);
    line.isPaused = true;
    line.lostAfter(100);
    line.isPaused = false;
    line.liveness.resumed(line.now * 1_000);
    expect(line.lostAfter(4)).toBeNull();
    line.hear();
    expect(line.lostAfter(18)).toBeNull();
  });
});

describe.each([30, 60, 255])('a device with a heartbeat every %s seconds', (heartbeat) => {
  test('stays between its heartbeats, and is asked nothing on the line', () => {
    const line = new Line(heartbeat);
    for (let beat = 0; beat < 5; beat += 1) {
      expect(line.lostAfter(heartbeat)).toBeNull();
      line.hear();
    }
    expect(line.asked).toEqual([]);
    expect(line.lostAfter(600)).toBeLessThanOrEqual(heartbeat * 1.5 + SWEEP_SECONDS);
  });

  test.each([0, 6, 14, 28])('is lost within 30 seconds when it disappears after %s seconds', (seconds) => {
    const line = new Line(heartbeat);
    expect(line.lostAfter(seconds)).toBeNull();
    line.isMainAlive = false;
    expect(line.lostAfter(60)).toBeLessThan(30);
  });

  test('is asked on the line when it is connected to another process', () => {
    const line = new Line(heartbeat);
    line.isMainAlive = null;
    for (let turn = 0; turn < 5; turn += 1) {
      expect(line.lostAfter(14)).toBeNull();
      expect(line.asked).toHaveLength(turn + 1);
      expect(line.liveness.isAnswer(line.asked.at(-1) ?? '')).toBe(true);
      line.hear();
    }
    expect(line.liveness.isAnswer(line.asked.at(-1) ?? '')).toBe(false);
    expect(line.lostAfter(60)).toBeLessThan(30);
  });

  test('is asked on the line when it does not answer what it received', () => {
    const line = new Line(heartbeat);
    line.liveness.sent({ type: 'heartbeat' });
    line.liveness.sent({ type: 'ack', session: '1', bytes: 1 });
    expect(line.lostAfter(14)).toBeNull();
    expect(line.asked).toEqual([]);
    line.liveness.sent(INPUT);
    expect(line.lostAfter(60)).toBeLessThan(16);
    expect(line.asked).toHaveLength(1);
  });
});
