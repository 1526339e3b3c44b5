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
    | 'chatRefused'
    | 'noMailSender'
    | 'noSmsSender'
    | 'mailServer'
    | 'smsGateway'
    | 'other';
  /** Code, status or host. */
  detail: string;
}

/** The first match decides; its group is the detail, or all of it. */
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
  ['chatRefused', /^chat refused (.+)$/],
  ['noMailSender', /^no mail sender/],
  ['noSmsSender', /^no sms sender/],
  ['mailServer', /^The mail server [^:]*: (.+)$/],
  ['smsGateway', /^The SMS [^:]*?(\d+|: .+|hung up)$/],
];

/** Category of a delivery error; null without an error. */
export function faultOf(error: string): Fault | null {
  if (error === '') return null;
  for (const [is, sign] of SIGNS) {
    const found = sign.exec(error);
    if (found) return { is, detail: (found[1] ?? error).replace(/^: /, '') };
  }
  return { is: 'other', detail: error };
}

/** Whether the console had no sender for it. */
export function isWithoutSender(error: string): boolean {
  const is = faultOf(error)?.is;
  return is === 'noMailSender' || is === 'noSmsSender';
}
