import { isMac } from '@airloom/contract/formats/network/mac';
import { LIMITS } from '@airloom/contract/limits';

export interface Terminal {
  mac: string;
  name: string;
}

/** `90:3c:b3:bb:1d:a8`, `903c.b3bb.1da8` and the like as the contract writes them; anything else as it is. */
export function writtenMac(text: string): string {
  const digits = text.trim().replaceAll(/[-:.\s]/g, '');
  if (!/^[0-9a-f]{12}$/i.test(digits)) return text.trim();
  return (digits.toUpperCase().match(/../g) ?? []).join('-');
}

/** The address first, then the name; a spreadsheet separates by tabs, a typed list by commas, semicolons or spaces. */
function terminalIn(line: string): Terminal {
  const [first = '', ...rest] = line.trim().split(/[\t;,]|\s+/);
  return { mac: writtenMac(first), name: rest.filter(Boolean).join(' ') };
}

export interface Pasted {
  terminals: Terminal[];
  /** Lines, counted from 1, that begin with no address. */
  unread: number[];
}

/** The clients of a list, one to a line; of an address listed twice the last name counts. */
export function pastedTerminals(text: string): Pasted {
  const known = new Map<string, Terminal>();
  const unread: number[] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const terminal = terminalIn(line);
    if (isMac(terminal.mac)) known.set(terminal.mac, terminal);
    else unread.push(index + 1);
  }
  return { terminals: [...known.values()], unread };
}

/** As many as one call takes at a time. */
export function inCalls(terminals: readonly Terminal[]): Terminal[][] {
  const size = LIMITS.alarmRule.macEntriesMax;
  return Array.from({ length: Math.ceil(terminals.length / size) }, (_, call) =>
    terminals.slice(call * size, (call + 1) * size),
  );
}
