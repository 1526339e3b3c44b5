import type { MessageDomain, Messages } from '@airloom/messages';

export const insideFiles = import.meta.glob<Messages[MessageDomain]>(
  [
    '../../../../../packages/messages/pl/*.json',
    '!../../../../../packages/messages/pl/{ui,validation,identity,mail}.json',
  ],
  { import: 'default' },
);
