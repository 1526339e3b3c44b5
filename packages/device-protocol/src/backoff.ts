/** The simulator imports only this package. */
export { type Backoff, backoffMs } from '@airloom/contract/backoff';
