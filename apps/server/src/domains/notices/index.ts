export { countAsked } from './asked.ts';
export { nextTry, PAUSE_MS } from './backoff.ts';
export { createNotices } from './notices.module.ts';
