import type { Letter, LetterLink } from '../notice-letter.ts';
import type { ChatRequest, ChatTarget } from './chat-request.ts';

const SECTION_MAX = 3_000;

/** The three characters that mean something in Slack's markup, mentions included. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function link({ label, url }: LetterLink): string {
  return `<${url}|${escaped(label)}>`;
}

function section(lines: readonly string[]): object {
  return { type: 'section', text: { type: 'mrkdwn', text: lines.join('\n').slice(0, SECTION_MAX) } };
}

/** Incoming webhook of Slack: `text` is shown in notifications, `blocks` in the channel. */
export function slackRequest(
  { subject, entries, more, links, footer }: Letter,
  { url }: ChatTarget,
): ChatRequest {
  const blocks = [
    ...entries.map((entry) =>
      section([
        `*${escaped(entry.title)}*`,
        ...entry.lines.map(escaped),
        ...(entry.links.length === 0 ? [] : [entry.links.map(link).join('  ')]),
      ]),
    ),
    ...(more === '' ? [] : [section([escaped(more)])]),
    ...(links.length === 0 ? [] : [section([links.map(link).join('  ')])]),
    ...(footer === ''
      ? []
      : [{ type: 'context', elements: [{ type: 'mrkdwn', text: escaped(footer).slice(0, SECTION_MAX) }] }]),
  ];
  return { url, body: { text: escaped(subject), blocks }, refusal: () => null };
}
