import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { Language } from '@airloom/contract/languages';
import { escapeHtml } from '../../../../platform/senders/html.ts';
import type { Letter, LetterEntry, LetterLink } from './notice-letter.ts';

/** Marks beside the title of an alarm; each has enough contrast on light and dark. */
const LEVEL_COLOURS: Readonly<Record<AlarmLevel, string>> = {
  urgent: '#d32029',
  important: '#d46b08',
  secondary: '#b8860b',
  notice: '#1668dc',
};
const PLAIN_COLOUR = '#6b7280';

/** Mail programs ignore style sheets in part, so colours of light mode are inline and those of dark mode override them. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #22252b !important; border-color: #3a3f47 !important; }
  .text { color: #e6e8eb !important; }
  .quiet { color: #a6adb8 !important; }
  .link { color: #7ab0ff !important; }
}`;

const FONT =
  'font-family:system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei",sans-serif';

function linkHtml({ label, url }: LetterLink): string {
  const style = 'color:#1255b5;margin-right:16px';
  return `<a class="link" href="${escapeHtml(url)}" style="${style}" rel="noreferrer">${escapeHtml(label)}</a>`;
}

function linksHtml(links: readonly LetterLink[]): string {
  return links.length === 0 ? '' : `<p style="margin:8px 0 0">${links.map(linkHtml).join(' ')}</p>`;
}

function entryHtml({ level, title, lines, links }: LetterEntry): string {
  const colour = level === null ? PLAIN_COLOUR : LEVEL_COLOURS[level];
  const card = `background:#ffffff;border:1px solid #d9dce1;border-left:4px solid ${colour};padding:12px 16px`;
  const shown = lines
    .map((line) => `<p class="text" style="margin:4px 0;color:#1f2329">${escapeHtml(line)}</p>`)
    .join('');
  return [
    `<tr><td class="card" style="${card}">`,
    `<p class="text" style="margin:0 0 4px;font-weight:600;color:#1f2329">${escapeHtml(title)}</p>`,
    shown,
    linksHtml(links),
    '</td></tr><tr><td style="height:12px;line-height:12px">&nbsp;</td></tr>',
  ].join('');
}

function quiet(text: string): string {
  if (text === '') return '';
  return `<p class="quiet" style="margin:8px 0;color:#5c6470;font-size:13px">${escapeHtml(text)}</p>`;
}

/** The HTML part of a mail. Nothing is loaded from elsewhere. */
export function mailHtml({ subject, entries, more, links, footer }: Letter, language: Language): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>`,
    `<body class="page" style="margin:0;padding:24px 12px;background:#f2f3f5;${FONT.replaceAll('"', "'")};font-size:15px;line-height:1.5">`,
    '<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;margin:0 auto;border-collapse:collapse">',
    ...entries.map(entryHtml),
    `<tr><td>${quiet(more)}${linksHtml(links)}${quiet(footer)}</td></tr>`,
    '</table></body></html>',
  ].join('');
}
