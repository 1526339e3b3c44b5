const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const LINK_LINE = /^https?:\/\/[^\s]+$/;

/**
 * Plain text as HTML. Only a line that is nothing but an address becomes a link: our texts put links on separate
 * lines, while a name chosen by a user never fills a line, so it cannot become a link.
 */
export function textAsHtml(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => {
      const escaped = escapeHtml(line);
      return LINK_LINE.test(line) ? `<a href="${escaped}" rel="noreferrer">${escaped}</a>` : escaped;
    })
    .join('<br>\n');
}
