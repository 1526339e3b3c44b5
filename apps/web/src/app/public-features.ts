import { linkedScreenFeature } from '../features/big-screen/linked-screen.feature.ts';
import { identityFeature, registerFeature } from '../features/identity/identity.feature.ts';
import type { Feature } from '../shared/routing/route-def.ts';
import { appFeature } from './app.feature.ts';

/** Features whose pages need no session. They are part of the first load. */
export const publicFeatures: readonly Feature[] = [
  appFeature,
  identityFeature,
  registerFeature,
  linkedScreenFeature,
];
