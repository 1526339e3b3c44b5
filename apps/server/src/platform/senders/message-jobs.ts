import { z } from 'zod';
import type { EventHandlers } from '../events/events.ts';
import type { QueuedJob } from '../jobs/jobs.ts';
import type { Platform } from '../platform.ts';
import type { Vault } from '../secrets.ts';
import type { Senders } from './sender.ts';
import { CHANNELS, type Message, NoSenderError } from './sender.ts';

const SEND_MESSAGE = 'sendMessage';

const message = z.object({
  channel: z.enum(CHANNELS),
  target: z.string(),
  subject: z.string(),
  body: z.string(),
});

/** The message is sealed in the queue as well. */
const job = z.object({ sealed: z.string(), invitationId: z.string().nullable() });

export type Outcome = 'sent' | 'failed' | 'noSender';

export interface MessageJobsOptions {
  readonly vault: Vault;
  readonly senders: Senders;
  readonly addJob: Platform['addJob'];
  /** Called once the message of an invitation was sent, or its last attempt failed. */
  onOutcome(invitationId: string, outcome: Outcome): Promise<void>;
}

/** Committed messages become queued jobs, so that an unreachable gateway delays them and loses none. */
export function messageJobs(options: MessageJobsOptions): {
  readonly events: EventHandlers;
  readonly queued: readonly QueuedJob[];
} {
  return {
    events: {
      MessageQueued: ({ id, payload }) => options.addJob(SEND_MESSAGE, { ...payload }, id),
    },
    queued: [
      {
        name: SEND_MESSAGE,
        run: async (payload, { last }) => {
          const { sealed, invitationId } = job.parse(payload);
          const report = async (outcome: Outcome) => {
            if (invitationId !== null) await options.onOutcome(invitationId, outcome);
          };
          try {
            const opened = unseal(options.vault, sealed);
            await options.senders[opened.channel].send(opened);
          } catch (error) {
            if (error instanceof NoSenderError) return report('noSender');
            if (last) await report('failed');
            throw error;
          }
          await report('sent');
        },
      },
    ],
  };
}

function unseal(vault: Vault, sealed: string): Message {
  return message.parse(JSON.parse(vault.unseal(sealed)));
}
