import { once } from 'node:events';
import { type ShellEnd, shellEndOf } from '@airloom/contract/web-shell/web-shell.model';
import type { Dialect } from '@airloom/device-protocol/rtty/messages';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { Person } from '../../../../testing/builders.ts';
import type { ObedientDevice } from '../../../../testing/obedient-device.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { WITHIN } from '../../../../testing/within.ts';
import { connectDevice, openRemoteAccount, type RemoteAccount } from './remote-account.ts';
import { RttyClient } from './rtty-client.ts';

export const SIZE = { columns: 80, rows: 24 };

/** A browser at the shell socket. */
export class TestBrowser {
  readonly socket: WebSocket;
  readonly notes: unknown[] = [];
  #output: Buffer[] = [];
  closeCode: number | null = null;
  /** Whether it acknowledges what it receives. */
  reads = true;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) return void this.notes.push(JSON.parse(data.toString()));
      this.#output.push(data);
      if (this.reads) this.frame({ type: 'ack', bytes: data.length });
    });
    socket.on('error', () => undefined);
    socket.once('close', (code) => {
      this.closeCode = code;
    });
  }

  static async open(url: string, authorization: string): Promise<TestBrowser> {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/shell`, { headers: { authorization } });
    const browser = new TestBrowser(socket);
    await once(socket, 'open');
    return browser;
  }

  get output(): string {
    return Buffer.concat(this.#output).toString();
  }

  get outputBytes(): number {
    return this.#output.reduce((sum, { length }) => sum + length, 0);
  }

  get end(): ShellEnd | null {
    return this.closeCode === null ? null : shellEndOf(this.closeCode);
  }

  frame(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  type(text: string): void {
    this.socket.send(Buffer.from(text));
  }
}

/** A device that connects back when it is asked for a shell, and echoes what is typed. */
export class ShellDevice {
  readonly id: string;
  readonly device: ObedientDevice;
  readonly clients: RttyClient[] = [];
  session = '';
  /** How it reacts to the command. */
  answers: 'connects' | 'refuses' | 'nothing' = 'connects';
  readonly #dialect: Dialect;

  constructor(id: string, device: ObedientDevice, dialect: Dialect) {
    this.id = id;
    this.device = device;
    this.#dialect = dialect;
    device.obey = ({ id: command, command: asked }) => {
      if (asked.name !== 'remoteShell' || this.answers === 'nothing') return;
      if (this.answers === 'refuses') return device.answer(command, { error: 1, text: 'no' });
      device.answer(command);
      void this.#connectBack(asked);
    };
  }

  get client(): RttyClient {
    return this.clients.at(-1) ?? expect.fail('The device has not connected back');
  }

  print(text: string | Buffer): void {
    this.client.send({ type: 'data', session: this.session, data: Buffer.from(text) });
  }

  async #connectBack(key: {
    readonly id: string;
    readonly token: string;
    readonly port: number;
  }): Promise<void> {
    const client = await RttyClient.register(this.#dialect, key.port, key);
    this.clients.push(client);
    this.session = await client.login();
    this.print('# ');
    const echoing = setInterval(() => {
      const typed = client.received.filter(({ type }) => type === 'data' || type === 'windowSize');
      for (const message of typed) {
        client.received.splice(client.received.indexOf(message), 1);
        if (message.type === 'data') this.print(message.data);
        else if (message.type === 'windowSize') this.print(`<${message.columns}x${message.rows}>`);
      }
    }, 5);
    client.socket.once('close', () => clearInterval(echoing));
  }
}

/** A server with one account, and devices of both generations. */
export class ShellStage {
  readonly account: RemoteAccount;
  readonly #devices: ShellDevice[] = [];
  readonly #browsers: TestBrowser[] = [];

  private constructor(account: RemoteAccount) {
    this.account = account;
  }

  static async open(...parameters: Parameters<typeof openRemoteAccount>): Promise<ShellStage> {
    return new ShellStage(await openRemoteAccount(...parameters));
  }

  get server(): TestServer {
    return this.account.server;
  }

  get owner(): Person {
    return this.account.owner;
  }

  async device(dialect: Dialect): Promise<ShellDevice> {
    const { id, device } = await connectDevice(this.account);
    const shell = new ShellDevice(id, device, dialect);
    this.#devices.push(shell);
    return shell;
  }

  openShell(deviceUUID: string, person: Person = this.owner) {
    return this.server.call('openShell', { deviceUUID, ...SIZE }, { as: person.token });
  }

  async browser(person: Person = this.owner): Promise<TestBrowser> {
    const browser = await TestBrowser.open(this.server.url, `Bearer ${person.token}`);
    this.#browsers.push(browser);
    return browser;
  }

  /** Opens a shell, joins it, and waits until the device has shown its prompt and the size of the window. */
  async joined(device: ShellDevice, person: Person = this.owner) {
    const { data, code } = await this.openShell(device.id, person);
    expect(code).toBe(0);
    const browser = await this.browser(person);
    browser.frame({ type: 'join', token: data.token });
    await expect.poll(() => browser.output, WITHIN).toContain(`# <${SIZE.columns}x${SIZE.rows}>`);
    return { browser, sessionUUID: data.sessionUUID };
  }

  async sessions(filter: { deviceUUID?: string; state?: 'open' | 'ended' } = {}) {
    return (await this.server.call('listShellSessions', filter, { as: this.owner.token })).data.rows;
  }

  endAll(): void {
    for (const browser of this.#browsers.splice(0)) browser.socket.terminate();
    for (const { device, clients } of this.#devices.splice(0)) {
      for (const client of clients) client.end();
      device.end();
    }
  }
}
