import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import { isMac } from '@airloom/contract/formats/network/mac';

export interface Terminal {
  mac: string;
  name: string;
}

/** `90:3c:b3:bb:1d:a8`, `903c.b3bb.1da8` and the like in the notation of the contract; anything else unchanged. */
export function formattedMac(text: string): string {
  const digits = text.trim().replaceAll(/[-:.\s]/g, '');
  if (!/^[0-9a-f]{12}$/i.test(digits)) return text.trim();
  return (digits.toUpperCase().match(/../g) ?? []).join('-');
}

/** The address first, then the name; separated by tabs, commas, semicolons or spaces. */
function terminalIn(line: string): Terminal {
  const [first = '', ...rest] = line.trim().split(/[\t;,]|\s+/);
  return { mac: formattedMac(first), name: rest.filter(Boolean).join(' ') };
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
