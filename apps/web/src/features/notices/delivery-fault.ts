interface Fault {
  is:
    | 'answered'
    | 'refused'
    | 'webhookDeleted'
    | 'webhookOff'
    | 'timeout'
    | 'interrupted'
    | 'unreachable'
    | 'unknownHost'
    | 'certificate'
    | 'mailServer'
    | 'smsGateway'
    | 'other';
  /** The code, status or host that experts want to read. */
  detail: string;
}

/** The first that fits; what its group catches is the detail, or all of it. */
const SIGNS: readonly (readonly [Fault['is'], RegExp])[] = [
  ['answered', /^answered (\d+)$/],
  ['refused', /^refused address (.+)$/],
  ['webhookDeleted', /^webhook deleted$/],
  ['webhookOff', /^webhook off$/],
  ['timeout', /^(?:timeout|ETIMEDOUT)$/],
  ['interrupted', /^interrupted$/],
  ['unreachable', /^(?:ECONN|EHOST|ENET|EPIPE)/],
  ['unknownHost', /^(?:ENOTFOUND|EAI_)/],
  ['certificate', /CERT|^UNABLE_TO_|SELF_SIGNED|ALTNAME/],
  ['mailServer', /^The mail server [^:]*: (.+)$/],
  ['smsGateway', /^The SMS [^:]*?(\d+|: .+|hung up)$/],
];

/** The short reason a delivery failed with, sorted; null when nothing went wrong. */
export function faultOf(error: string): Fault | null {
  if (error === '') return null;
  for (const [is, sign] of SIGNS) {
    const found = sign.exec(error);
    if (found) return { is, detail: (found[1] ?? error).replace(/^: /, '') };
  }
  return { is: 'other', detail: error };
}
