import type { Letter, LetterLink } from '../notice-letter.ts';

/** Full-width forms: these chats show backslashes of escaped characters. */
const MARKUP: Readonly<Record<string, string>> = {
  '<': '＜',
  '>': '＞',
  '[': '［',
  ']': '］',
  '*': '＊',
  '#': '＃',
  '`': 'ˋ',
};

/** Text that is no markup. */
export function plainMarkdown(text: string): string {
  return text.replaceAll(/[<>[\]*#`]/g, (character) => MARKUP[character] ?? '');
}

function link({ label, url }: LetterLink): string {
  return `[${plainMarkdown(label)}](${url})`;
}

/** For chats with the same small part of Markdown. `separator` ends a line. */
export function markdownOf({ entries, more, links, footer }: Letter, separator: string): string {
  return [
    ...entries.flatMap((entry) => [
      `**${plainMarkdown(entry.title)}**`,
      ...entry.lines.map(plainMarkdown),
      ...(entry.links.length === 0 ? [] : [entry.links.map(link).join(' ')]),
    ]),
    ...(more === '' ? [] : [plainMarkdown(more)]),
    ...(links.length === 0 ? [] : [links.map(link).join(' ')]),
    ...(footer === '' ? [] : [plainMarkdown(footer)]),
  ].join(separator);
}

/** Cuts a text to a number of bytes, not within a character. */
export function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= max) return text;
  return new TextDecoder().decode(bytes.subarray(0, max), { stream: true });
}
