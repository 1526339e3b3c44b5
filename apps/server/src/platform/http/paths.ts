import { API_BASE } from '@airloom/contract/call';

/** Paths of this server outside the contract; browsers get them with the common URLs. */
export const PATHS = {
  files: '/files',
  storage: `${API_BASE}/storage`,
  templates: '/templates',
  live: '/live',
  shell: '/shell',
  /** At the device port. */
  enrolment: '/enrol',
  renewal: '/renew',
} as const;
