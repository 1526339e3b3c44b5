import { API_BASE } from '@airloom/contract/call';

/** Paths of this server outside the contract; browsers get them with the common URLs. */
export const PATHS = {
  files: '/files',
  storage: `${API_BASE}/storage`,
  templates: '/templates',
  live: '/live',
  shell: '/shell',
  /** At the device port. */
  authority: '/ca.pem',
  enrolment: '/enrol',
  enrolmentScript: '/enrol.sh',
  renewal: '/renew',
} as const;
