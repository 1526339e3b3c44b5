import type { MessageDomain, Messages } from '@airloom/messages';

export const insideFiles = import.meta.glob<Messages[MessageDomain]>(
  [
    '../../../../../packages/messages/zh/*.json',
    '!../../../../../packages/messages/zh/{ui,validation,identity,mail}.json',
  ],
  { import: 'default' },
);
