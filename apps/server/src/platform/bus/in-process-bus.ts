import type { Logger } from '../log.ts';
import {
  type Bus,
  type BusMessages,
  NoResponder,
  RequestTimeout,
  subjectOf,
  type Topic,
  wireOf,
} from './bus.ts';

type Listener = (message: BusMessages[Topic]) => unknown;

/** For an installation of one process. Messages go through JSON, as they would over a wire. */
export class InProcessBus implements Bus {
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #responders = new Map<string, Set<Listener>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  publish<T extends Topic>(topic: T, message: BusMessages[T], token?: string): void {
    const wire = wireOf(topic, message);
    const listeners = this.#listeners.get(subjectOf(topic, token));
    if (listeners === undefined) return;
    queueMicrotask(() => {
      for (const hear of listeners) {
        try {
          hear(JSON.parse(wire));
        } catch (error) {
          this.#log.error({ err: error, topic }, 'a listener on the bus failed');
        }
      }
    });
  }

  subscribe<T extends Topic>(topic: T, hear: (message: BusMessages[T]) => void, token?: string): () => void {
    return add(this.#listeners, subjectOf(topic, token), hear);
  }

  async request<T extends Topic>(
    topic: T,
    message: BusMessages[T],
    options: { readonly timeoutMs: number; readonly token?: string },
  ): Promise<unknown> {
    const subject = subjectOf(topic, options.token);
    const [answer] = this.#responders.get(subject) ?? [];
    if (answer === undefined) throw new NoResponder(subject);
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new RequestTimeout(subject)), options.timeoutMs);
    try {
      return await Promise.race([answer(JSON.parse(wireOf(topic, message))), promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  respond<T extends Topic>(
    topic: T,
    answer: (message: BusMessages[T]) => Promise<unknown>,
    token?: string,
  ): () => void {
    return add(this.#responders, subjectOf(topic, token), answer);
  }

  hasResponder(topic: Topic, token?: string): boolean {
    return this.#responders.has(subjectOf(topic, token));
  }

  /** Nothing gets lost within a process. */
  onGap(): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#responders.clear();
  }
}

function add(
  to: Map<string, Set<Listener>>,
  subject: string,
  listener: (message: never) => unknown,
): () => void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the subject's topic says which message it carries
  const entry = listener as Listener;
  const listeners = to.get(subject) ?? new Set();
  listeners.add(entry);
  to.set(subject, listeners);
  return () => {
    listeners.delete(entry);
    if (listeners.size === 0) to.delete(subject);
  };
}
