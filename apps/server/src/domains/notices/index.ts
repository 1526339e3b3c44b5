export { countAsked } from './asked.ts';
export { nextTry } from './backoff.ts';
export { createNotices, type NoticesModule } from './notices.module.ts';
