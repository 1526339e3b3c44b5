import { callTable } from '@airloom/contract/all-calls';
import { API_BASE, type Call, requiredGrant } from '@airloom/contract/call';
import { ERRORS } from '@airloom/contract/errors';
import { z } from 'zod';
import { escapeHtml } from '../../platform/senders/html.ts';

export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const STYLE = `
  :root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
  body { max-width: 1100px; margin: 0 auto; padding: 24px; }
  table { border-collapse: collapse; width: 100%; margin: 8px 0 32px; }
  th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid #8884; }
  code { font: 13px/20px ui-monospace, monospace; overflow-wrap: anywhere; }
  .method { display: inline-block; min-width: 4.5em; font-weight: 600; }`;

/** Human-readable API reference, generated from the contract. */
export function openApiPage(version: string): string {
  const groups = Map.groupBy(Object.values(callTable), (call) => call.path.split('/')[1] ?? '');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Airloom API</title><style>${STYLE}</style></head>
<body>
<h1>Airloom API ${escapeHtml(version)}</h1>
<p>Every answer is <code>{"code", "msg", "data"}</code>; codes 0, 2 and 15 mean success. Sign in with
<code>Authorization: Bearer &lt;API key&gt;</code>. GET input goes in the query, any other as JSON.
The same as data: <a href="openapi.json">openapi.json</a>.</p>
${[...groups].map(([group, calls]) => section(group, calls)).join('\n')}
<h2>Errors</h2>
<table><thead><tr><th>Code</th><th>Name</th><th>HTTP status</th></tr></thead><tbody>
${Object.entries(ERRORS)
  .map(
    ([key, { code, http }]) =>
      `<tr><td>${code}</td><td><code>${escapeHtml(key)}</code></td><td>${http}</td></tr>`,
  )
  .join('\n')}
</tbody></table>
</body>
</html>`;
}

function section(group: string, calls: readonly Call[]): string {
  return `<h2>${escapeHtml(group)}</h2>
<table><thead><tr><th>Call</th><th>What it does</th><th>Input</th><th>Needs</th></tr></thead><tbody>
${calls.map(row).join('\n')}
</tbody></table>`;
}

function row(call: Call): string {
  const { properties = {}, required = [] } = z.toJSONSchema(call.input, {
    io: 'input',
    unrepresentable: 'any',
  });
  const fields = Object.keys(properties).map((name) =>
    escapeHtml(required.includes(name) ? name : `${name}?`),
  );
  const needs = requiredGrant(call) ?? (call.access === 'public' ? 'nothing' : 'signing in');
  const without = call.apiKeys === false ? ' (no API key)' : '';
  return `<tr><td><code><span class="method">${call.method}</span> ${escapeHtml(API_BASE + call.path)}</code></td>
<td>${escapeHtml(call.summary)}</td><td><code>${fields.join(', ')}</code></td><td><code>${escapeHtml(needs)}</code>${without}</td></tr>`;
}
