export { countAsked } from './asked.ts';
export { nextTry } from './backoff.ts';
export { createNotices } from './notices.module.ts';
