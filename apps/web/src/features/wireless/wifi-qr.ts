import { type Encryption, WITH_PASSWORD } from '@airloom/contract/wireless/wireless-network.rules';

/** These characters have a meaning in the text of a Wi-Fi code. */
function escaped(text: string): string {
  return text.replaceAll(/[\\;,:"]/g, String.raw`\$&`);
}

interface CodeOf {
  ssid: string;
  hidden: boolean;
  /** Null: a network without a password. */
  password: string | null;
}

/** The text of a QR code with which phones join a network. */
export function wifiText({ ssid, hidden, password }: CodeOf): string {
  const parts = [
    `T:${password === null ? 'nopass' : 'WPA'}`,
    `S:${escaped(ssid)}`,
    ...(password === null ? [] : [`P:${escaped(password)}`]),
    ...(hidden ? ['H:true'] : []),
  ];
  return `WIFI:${parts.join(';')};;`;
}

/** Clients of 802.1X sign in with an account, which no code contains. */
export function hasCode(encryption: Encryption): boolean {
  return encryption !== 'enterprise';
}

export function hasPassword(encryption: Encryption): boolean {
  return WITH_PASSWORD.includes(encryption);
}
