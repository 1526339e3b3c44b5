import { API_BASE } from '@airloom/contract/call';

/** Where this server answers what is no call of the contract; browsers are told by the common URLs. */
export const PATHS = {
  files: '/files',
  storage: `${API_BASE}/storage`,
  templates: '/templates',
  live: '/live',
  shell: '/shell',
  /** At the door of the devices. */
  enrolment: '/enrol',
  renewal: '/renew',
} as const;
