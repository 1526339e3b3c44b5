import { readFile } from 'node:fs/promises';
import type { BrowserContext, Download, Page } from '@playwright/test';

/** Records everything the pages of a browser context receive: responses, live frames and downloaded files. */
export class TrafficRecorder {
  readonly #responses: Promise<string>[] = [];
  readonly #frames: string[] = [];
  readonly #files: string[] = [];

  constructor(context: BrowserContext) {
    context.on('response', (response) => {
      // A response has no body when the page was left before it arrived.
      if (response.url().includes('/api/')) this.#responses.push(response.text().catch(() => ''));
    });
    for (const page of context.pages()) this.#listenTo(page);
    context.on('page', (page) => this.#listenTo(page));
  }

  /** Records only sockets opened from now on, so the page has to load afterwards. */
  #listenTo(page: Page): void {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => this.#frames.push(payload.toString())),
    );
  }

  async read(download: Promise<Download>): Promise<string> {
    const text = await readFile(await (await download).path(), 'utf8');
    this.#files.push(text);
    return text;
  }

  async received(): Promise<Record<'responses' | 'frames' | 'files', string>> {
    const responses = await Promise.all(this.#responses);
    return {
      responses: responses.join('\n'),
      frames: this.#frames.join('\n'),
      files: this.#files.join('\n'),
    };
  }

  async all(): Promise<string> {
    return Object.values(await this.received()).join('\n');
  }
}
