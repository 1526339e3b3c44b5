import { createHash } from 'node:crypto';
import type { Language } from '@airloom/contract/languages';
import type { DevelopmentMessage } from '../../platform/senders/development.ts';
import { escapeHtml, textAsHtml } from '../../platform/senders/html.ts';
import { translate } from '../../platform/text/text.ts';

const CHANNEL_NAMES = { sms: 'mail.outbox.sms', mail: 'mail.outbox.mail' } as const;

const REFRESH_SECONDS = 5;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 48rem; padding: 1rem; }
.mark { border: 2px dashed #d46b08; border-radius: 8px; padding: .75rem 1rem; }
article { border-top: 1px solid #8888; padding: .75rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1rem; margin: .25rem 0; }
header { opacity: .75; }
p { margin: .25rem 0; }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** No scripts, nothing external, no framing. */
export const OUTBOX_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function outboxPage(language: Language, messages: readonly DevelopmentMessage[]): string {
  const text = (key: string) => escapeHtml(translate(language, key));
  const shown =
    messages.length === 0
      ? `<p>${text('mail.outbox.empty')}</p>`
      : messages.map((message) => article(text(CHANNEL_NAMES[message.channel]), message)).join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="${REFRESH_SECONDS}">
<title>${text('mail.outbox.title')}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${text('mail.outbox.title')}</h1>
<p class="mark">${text('mail.outbox.notice')}</p>
<main>
${shown}
</main>
</body>
</html>
`;
}

function article(channel: string, message: DevelopmentMessage): string {
  const at = message.at.toISOString();
  const subject = message.subject === '' ? '' : `<h2>${escapeHtml(message.subject)}</h2>`;
  return `<article>
<header>${channel} · ${escapeHtml(message.target)} · <time datetime="${at}">${at}</time></header>
${subject}<p>${textAsHtml(message.body)}</p>
</article>`;
}
