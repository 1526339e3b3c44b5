import { Suspense } from 'react';
import { showBatch, useCommandStore } from '../../features/commands/command-store.ts';
import { messagesFeature } from '../../features/messages/messages.feature.ts';
import { besidePages } from './beside-pages.ts';

const MessageCentre = besidePages(
  () => import('../../features/messages/MessageCentre.tsx'),
  messagesFeature.messages,
);

/** Number of unread messages and running tasks; commands are shown where they are sent. */
export function MessageCount() {
  return (
    // Reserves its space in the header to avoid a layout shift.
    <Suspense fallback={<span className="icon-button" aria-hidden />}>
      <MessageCentre
        openCommand={showBatch}
        openCommands={() => useCommandStore.setState({ logOpen: true })}
      />
    </Suspense>
  );
}
