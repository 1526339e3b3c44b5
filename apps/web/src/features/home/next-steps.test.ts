import { describe, expect, it } from 'vitest';
import { nextSteps, type Progress } from './next-steps.ts';

const fresh: Progress = {
  generatedPassword: true,
  twoFactor: false,
  organizations: 0,
  sites: 0,
  devices: 0,
  people: 1,
  invitations: 0,
  mayMakeOrganizations: true,
  mayMakeSites: true,
  mayInvite: true,
  mayBringDevices: true,
};

function done(progress: Partial<Progress>): string[] | undefined {
  return nextSteps({ ...fresh, ...progress })
    ?.filter((step) => step.done)
    .map((step) => step.id);
}

describe('the next steps of an account', () => {
  it('are all open at first', () => {
    expect(nextSteps(fresh)?.map((step) => step.id)).toEqual([
      'password',
      'organization',
      'site',
      'device',
      'invite',
      'twoFactor',
    ]);
    expect(done({})).toEqual([]);
  });

  it('are done by the state of the account', () => {
    expect(done({ generatedPassword: false })).toEqual(['password']);
    expect(done({ organizations: 1 })).toEqual(['organization']);
    expect(done({ organizations: 1, sites: 3 })).toEqual(['organization', 'site']);
    expect(done({ devices: 1 })).toEqual(['device']);
    expect(done({ people: 2 })).toEqual(['invite']);
    expect(done({ invitations: 1 })).toEqual(['invite']);
    expect(done({ twoFactor: true })).toEqual(['twoFactor']);
  });

  it('leave out what the role does not allow', () => {
    const steps = nextSteps({
      ...fresh,
      organizations: undefined,
      sites: undefined,
      people: undefined,
      invitations: undefined,
      mayMakeOrganizations: false,
      mayMakeSites: false,
      mayInvite: false,
      mayBringDevices: false,
    });
    expect(steps?.map((step) => step.id)).toEqual(['password', 'twoFactor']);
  });

  it('are null while figures are loading', () => {
    expect(nextSteps({ ...fresh, sites: undefined })).toBeNull();
    expect(nextSteps({ ...fresh, people: undefined })).toBeNull();
    expect(nextSteps({ ...fresh, devices: undefined })).toBeNull();
  });
});
