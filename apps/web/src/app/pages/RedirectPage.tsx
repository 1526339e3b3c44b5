import { Navigate, useSearchParams } from 'react-router';
import { internalPath } from '../routing/internal-path.ts';

/** Goes on to `?to=`, which must be a page of this console: never a way out to somebody else's. */
export default function RedirectPage() {
  const [query] = useSearchParams();
  return <Navigate to={internalPath(query.get('to')) ?? '/'} replace />;
}
