import { STRATEGY_LIMITS } from '../../authentication/authentication.limits.ts';
import { isHttpUrl } from './url.ts';

/** The page of a guest after signing in. */
export function isSuccessUrl(text: string): boolean {
  return text.length <= STRATEGY_LIMITS.successUrlMax && isHttpUrl(text);
}
