import { readFile } from 'node:fs/promises';
import type { BrowserContext, Download, Page } from '@playwright/test';

/** Everything the pages of one browser are told: asked for, live, or saved as a file. */
export class Ears {
  readonly #answers: Promise<string>[] = [];
  readonly #frames: string[] = [];
  readonly #files: string[] = [];

  constructor(context: BrowserContext) {
    context.on('response', (response) => {
      // Of what a page asked for and left, there is no body.
      if (response.url().includes('/api/')) this.#answers.push(response.text().catch(() => ''));
    });
    for (const page of context.pages()) this.#listenTo(page);
    context.on('page', (page) => this.#listenTo(page));
  }

  /** Sockets are heard that open from now on: a page has to load afterwards. */
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

  async heard(): Promise<Record<'answers' | 'frames' | 'files', string>> {
    const answers = await Promise.all(this.#answers);
    return { answers: answers.join('\n'), frames: this.#frames.join('\n'), files: this.#files.join('\n') };
  }

  async all(): Promise<string> {
    return Object.values(await this.heard()).join('\n');
  }
}
