export { nextTry, PAUSE_MS } from './delivery/backoff.ts';
export { createNotices } from './notices.module.ts';
export { countAsked } from './planning/asked.ts';
