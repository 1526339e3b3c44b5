import type { MessageDomain, Messages } from '@airloom/messages';

/** Texts behind the sign-in. Those of errors and mail are put together on the server. */
export const insideFiles = import.meta.glob<Messages[MessageDomain]>(
  ['../../../../../packages/messages/*/*.json', '!**/{ui,validation,identity,errors,mail}.json'],
  { import: 'default' },
);
