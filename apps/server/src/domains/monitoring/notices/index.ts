export { nextAttempt, PAUSE_MS } from './delivery/backoff.ts';
export { createNotices } from './notices.module.ts';
export { countRequests } from './planning/request-limit.ts';
