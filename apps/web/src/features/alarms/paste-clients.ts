import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import { displayMac, isMac } from '@airloom/contract/formats/network/mac';

export interface Terminal {
  mac: string;
  name: string;
}

/** The address first, then the name; separated by tabs, commas, semicolons or spaces. */
function terminalIn(line: string): Terminal {
  const [first = '', ...rest] = line.trim().split(/[\t;,]|\s+/);
  return { mac: displayMac(first), name: rest.filter(Boolean).join(' ') };
}

export interface Pasted {
  terminals: Terminal[];
  /** Numbers, from 1, of lines without an address. */
  unread: number[];
}

/** The clients of a list, one per line; the last name of a duplicate address is used. */
export function pastedClients(text: string): Pasted {
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

/** Splits by the maximum of one call. */
export function perCall(terminals: readonly Terminal[]): Terminal[][] {
  const size = ALARM_RULE_LIMITS.macEntriesMax;
  return Array.from({ length: Math.ceil(terminals.length / size) }, (_, call) =>
    terminals.slice(call * size, (call + 1) * size),
  );
}
