export { countAsked } from './asked.ts';
export { nextTry, PAUSE_MS } from './backoff.ts';
export { createNotices, type NoticesModule } from './notices.module.ts';
