import type { MessageDomain, Messages } from '@airloom/messages';

export const insideFiles = import.meta.glob<Messages[MessageDomain]>(
  [
    '../../../../../packages/messages/es/*.json',
    '!../../../../../packages/messages/es/{ui,validation,identity,mail}.json',
  ],
  { import: 'default' },
);
