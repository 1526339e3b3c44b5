import { Suspense } from 'react';
import { showBatch, useCommandStore } from '../../features/commands/command-store.ts';
import { messagesFeature } from '../../features/messages/messages.feature.ts';
import { besidePages } from './beside-pages.ts';

const MessageCentre = besidePages(
  () => import('../../features/messages/MessageCentre.tsx'),
  messagesFeature.messages,
);

/** What waits to be read, and what runs; orders are shown where they are given. */
export function MessageCount() {
  return (
    // Its place in the header is kept, so that nothing moves when it comes.
    <Suspense fallback={<span className="icon-button" aria-hidden />}>
      <MessageCentre
        openCommand={showBatch}
        openCommands={() => useCommandStore.setState({ logOpen: true })}
      />
    </Suspense>
  );
}
