import type { VirtualDevice } from '../device/virtual-device.ts';

type Program = (device: VirtualDevice, words: readonly string[]) => string;

function uptime(device: VirtualDevice): string {
  const seconds = Math.floor((device.now() - device.node.startedAt) / 1000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  return `up ${days} days, ${hours}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}`;
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  help: () => Object.keys(PROGRAMS).join(' '),
  echo: (_, words) => words.join(' '),
  hostname: (device) => device.node.name,
  id: () => 'uid=0(root) gid=0(root)',
  uname: (device) => `Linux ${device.node.name} 6.6.63 ${device.node.model.compatible}`,
  uptime,
  date: (device) => new Date(device.now() + device.faults.skewMs).toUTCString(),
  version: (device) => device.node.firmware,
  ifconfig: (device) => `br-lan  HWaddr ${device.node.mac}  inet addr:${device.node.ip}`,
  clients: (device) =>
    device.site
      .clientsAt(device.node)
      .map((client) => `${client.mac}  ${client.ip}  ${client.hostname}`)
      .join('\n'),
  config: (device) => JSON.stringify(device.document ?? {}),
};

/** Runs one line of a minimal shell. */
export function runLine(
  device: VirtualDevice,
  line: string,
): { readonly output: string; readonly code: number } {
  const [name = '', ...words] = line.trim().split(/\s+/);
  if (name === '' || name.startsWith('#')) return { output: '', code: 0 };
  const program = PROGRAMS[name];
  if (!program) return { output: `-ash: ${name}: not found`, code: 127 };
  return { output: program(device, words), code: 0 };
}

/** Runs a script; its exit code is that of the last line. */
export function runScript(
  device: VirtualDevice,
  script: string,
): { readonly output: string; readonly code: number } {
  const results = script.split(/[\n;]/).map((line) => runLine(device, line));
  const output = results.map((result) => result.output).filter((text) => text !== '');
  return { output: output.map((text) => `${text}\n`).join(''), code: results.at(-1)?.code ?? 0 };
}

const BACKSPACE = ['\b', '\x7f'];
const INTERRUPT = '\x03';
const END = '\x04';

export interface TerminalLine {
  write(text: string): void;
  /** Ends the terminal as the shell does. */
  close(): void;
  /** Ends the connection without a word. */
  drop(): void;
}

/** A terminal that echoes input and answers each line. */
export class Terminal {
  readonly #device: VirtualDevice;
  readonly #peer: TerminalLine;
  /** Rows and columns. */
  #size = '24 80';
  #line = '';

  constructor(device: VirtualDevice, peer: TerminalLine) {
    this.#device = device;
    this.#peer = peer;
    this.#write(`\r\n${device.node.model.name} ${device.node.firmware}\r\n`);
    this.#prompt();
  }

  resize(columns: number, rows: number): void {
    this.#size = `${rows} ${columns}`;
  }

  type(text: string): void {
    for (const sign of text) this.#key(sign);
  }

  #key(sign: string): void {
    if (sign === '\r' || sign === '\n') return this.#enter();
    if (sign === END) return this.#peer.close();
    if (sign === INTERRUPT) {
      this.#line = '';
      this.#write('^C\r\n');
      return this.#prompt();
    }
    if (BACKSPACE.includes(sign)) {
      if (this.#line === '') return;
      this.#line = this.#line.slice(0, -1);
      return this.#write('\b \b');
    }
    this.#line += sign;
    this.#write(sign);
  }

  #enter(): void {
    const line = this.#line;
    this.#line = '';
    this.#write('\r\n');
    const command = line.trim();
    if (command === 'exit') return this.#peer.close();
    if (command === 'killall rtty') return this.#peer.drop();
    const output = command === 'stty size' ? this.#size : runLine(this.#device, line).output;
    if (output !== '') this.#write(`${output.replaceAll('\n', '\r\n')}\r\n`);
    this.#prompt();
  }

  #write(text: string): void {
    this.#peer.write(text);
  }

  #prompt(): void {
    this.#write(`root@${this.#device.node.name}:~# `);
  }
}
