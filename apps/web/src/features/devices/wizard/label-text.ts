import { serialOfMac } from '@airloom/contract/devices/serial';

/** What a label says about its device. */
export interface Label {
  readonly mac: string;
  /** Empty when the code contains none. */
  readonly sn: string;
}

const MAC =
  /(?<![0-9a-f])(?:[0-9a-f]{2}([:-]?)(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|(?:[0-9a-f]{4}\.){2}[0-9a-f]{4})(?![0-9a-f])/gi;
const SN = /\b(?:sn|s\/n|serial(?: ?(?:no|number))?)[\s.:=#]*([0-9a-z]{4,30})\b/i;

/** The MAC address and serial number in a barcode or QR code; null without an address. */
export function readLabel(code: string): Label | null {
  const named = /mac[^0-9a-z]*([0-9a-f]{2}(?:[:.-]?[0-9a-f]{2}){5})/i.exec(code)?.[1];
  const mac = [named, ...(code.match(MAC) ?? [])].find(
    (text) => text !== undefined && serialOfMac(text) !== null,
  );
  return mac === undefined ? null : { mac, sn: SN.exec(code)?.[1] ?? '' };
}

/** Adds a line for the label, unless the device is in the list. */
export function withLabel(list: string, { mac, sn }: Label): string {
  const serial = serialOfMac(mac);
  const isListed = list.split('\n').some((line) => serialOfMac(readLabel(line)?.mac ?? '') === serial);
  if (isListed) return list;
  return [...(list.trim() === '' ? [] : [list.trimEnd()]), sn === '' ? mac : `${mac}; ${sn}`].join('\n');
}
