import type { Letter, LetterLink } from '../notice-letter.ts';
import type { ChatRequest, ChatTarget } from './chat-request.ts';

/** Text runs are plain text; other text blocks would read names as markup. */
function plain(text: string, style: object = {}): object {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...style }] };
}

function action({ label, url }: LetterLink): object {
  return { type: 'Action.OpenUrl', title: label, url };
}

/** Webhook of a workflow of Microsoft Teams: a message with one adaptive card. */
export function teamsRequest({ entries, more, links, footer }: Letter, { url }: ChatTarget): ChatRequest {
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    msteams: { width: 'Full' },
    body: [
      ...entries.flatMap(({ title, lines }) => [
        plain(title, { weight: 'Bolder', size: 'Medium' }),
        ...lines.map((line) => plain(line)),
      ]),
      ...(more === '' ? [] : [plain(more)]),
      ...(footer === '' ? [] : [plain(footer, { isSubtle: true, size: 'Small' })]),
    ],
    // A card shows few buttons: with several alarms only that of the list.
    actions: [...(entries.length === 1 ? entries.flatMap((entry) => entry.links) : []), ...links].map(action),
  };
  const attachment = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: card,
  };
  return { url, body: { type: 'message', attachments: [attachment] }, refusal: () => null };
}
