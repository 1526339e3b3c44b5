import type { MessageDomain, Messages } from '@airloom/messages';

export const insideFiles = import.meta.glob<Messages[MessageDomain]>(
  [
    '../../../../../packages/messages/en/*.json',
    '!../../../../../packages/messages/en/{ui,validation,identity,mail}.json',
  ],
  { import: 'default' },
);
