import { LIMITS } from '../../limits.ts';
import { isHttpUrl } from './url.ts';

/** The page of a guest after signing in. */
export function isSuccessUrl(text: string): boolean {
  return text.length <= LIMITS.strategy.successUrlMax && isHttpUrl(text);
}
