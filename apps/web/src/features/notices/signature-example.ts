/** How the receiver of a webhook verifies the signature; `body` is the raw text before parsing. */
export const SIGNATURE_EXAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto';

export function isFromAirloom(headers, body, secret) {
  const id = headers['airloom-id'];
  const time = headers['airloom-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const mac = createHmac('sha256', secret).update(\`\${id}.\${time}.\${body}\`).digest('hex');
  const expected = Buffer.from(\`v1=\${mac}\`);
  const given = Buffer.from(headers['airloom-signature'] ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
`;
