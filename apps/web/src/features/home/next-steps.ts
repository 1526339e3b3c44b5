export type StepId = 'password' | 'organization' | 'site' | 'device' | 'invite' | 'twoFactor';

export interface Step {
  readonly id: StepId;
  readonly done: boolean;
}

/** State of a person and their account; `undefined` while loading or without permission. */
export interface Progress {
  generatedPassword: boolean;
  twoFactor: boolean;
  organizations: number | undefined;
  sites: number | undefined;
  /** Devices in sites; undefined without permission. */
  devices: number | undefined;
  /** Including the person. */
  people: number | undefined;
  invitations: number | undefined;
  mayMakeOrganizations: boolean;
  mayMakeSites: boolean;
  mayInvite: boolean;
  mayBringDevices: boolean;
}

/** Steps that the person may take, in order; null while figures are loading. */
export function nextSteps(progress: Progress): Step[] | null {
  const { organizations, sites, devices, people, invitations } = progress;
  if (progress.mayMakeOrganizations && organizations === undefined) return null;
  if (progress.mayMakeSites && sites === undefined) return null;
  if (progress.mayInvite && (people === undefined || invitations === undefined)) return null;
  if (progress.mayBringDevices && devices === undefined) return null;
  return [
    { id: 'password', done: !progress.generatedPassword },
    ...(progress.mayMakeOrganizations
      ? [{ id: 'organization', done: (organizations ?? 0) > 0 } as const]
      : []),
    ...(progress.mayMakeSites ? [{ id: 'site', done: (sites ?? 0) > 0 } as const] : []),
    ...(progress.mayBringDevices ? [{ id: 'device', done: (devices ?? 0) > 0 } as const] : []),
    ...(progress.mayInvite
      ? [{ id: 'invite', done: (people ?? 0) > 1 || (invitations ?? 0) > 0 } as const]
      : []),
    { id: 'twoFactor', done: progress.twoFactor },
  ];
}
