import { Navigate, useSearchParams } from 'react-router';
import { internalPath } from '../routing/internal-path.ts';

/** Redirects to `?to=`, which must be a path of this console: no open redirect. */
export default function RedirectPage() {
  const [query] = useSearchParams();
  return <Navigate to={internalPath(query.get('to')) ?? '/'} replace />;
}
