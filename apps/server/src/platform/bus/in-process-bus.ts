import { runOutsideCall } from '../current-call.ts';
import type { Logger } from '../log.ts';
import { type Bus, type BusMessages, subjectOf, type Topic, wireOf } from './bus.ts';

type Listener = (message: BusMessages[Topic]) => void;

/** For an installation of one process. Messages are serialized as JSON, as between processes. */
export class InProcessBus implements Bus {
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  publish<T extends Topic>(topic: T, message: BusMessages[T], token?: string): void {
    const wire = wireOf(topic, message);
    const listeners = this.#listeners.get(subjectOf(topic, token));
    if (listeners === undefined) return;
    queueMicrotask(() => {
      for (const deliver of listeners) {
        try {
          runOutsideCall(() => deliver(JSON.parse(wire)));
        } catch (error) {
          this.#log.error({ err: error, topic }, 'a listener on the bus failed');
        }
      }
    });
  }

  subscribe<T extends Topic>(
    topic: T,
    deliver: (message: BusMessages[T]) => void,
    token?: string,
  ): () => void {
    const subject = subjectOf(topic, token);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the subject's topic decides the type of its message
    const listener = deliver as Listener;
    const listeners = this.#listeners.get(subject) ?? new Set();
    listeners.add(listener);
    this.#listeners.set(subject, listeners);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(subject);
    };
  }

  /** Nothing is lost within a process. */
  onGap(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }
}
