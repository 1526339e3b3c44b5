/** The simulator imports only this package. */
export { DAY, HOUR, MINUTE, SECOND } from '@airloom/contract/time';
