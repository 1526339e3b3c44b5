import type { Role } from '@airloom/contract/access/access.model';
import { describe, expect, it } from 'vitest';
import { inviteForm } from './offer-rules.ts';

const SUPER = '018f0000-0000-7000-8000-00000000000a';
const OBSERVER = '018f0000-0000-7000-8000-00000000000b';
const SITE = '018f0000-0000-7000-8000-00000000000c';

function role(roleUUID: string, key: string, reach: Role['reach']): Role {
  return {
    roleUUID,
    key,
    name: '',
    alias: '',
    mainAccount: 'owner',
    builtIn: true,
    reach,
    userCount: 0,
    permissions: [],
    grantable: true,
  };
}

const schema = inviteForm([
  role(SUPER, 'ROLE_SUPER_ADMIN', 'account'),
  role(OBSERVER, 'ROLE_SITE_OBSERVER', 'site'),
]);

function issues(value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

describe('an invitation being filled in', () => {
  it('is complete with a contact, a role and a site', () => {
    expect(
      issues({ targets: ['ann@example.com'], roleUUID: OBSERVER, reach: { siteUUIDs: [SITE] } }),
    ).toEqual([]);
  });

  it('needs no selection for the whole account', () => {
    expect(issues({ targets: ['ann@example.com'], roleUUID: SUPER, reach: {} })).toEqual([]);
  });

  it('shows a missing selection while other fields are missing too', () => {
    expect(issues({ targets: [], roleUUID: OBSERVER, reach: {} })).toEqual([
      'targets validation.required',
      'reach errors.selectionRequired',
    ]);
  });

  it('shows a missing selection beside invalid contacts', () => {
    expect(issues({ targets: ['nobody'], roleUUID: OBSERVER, reach: {} })).toEqual([
      'targets access.invite.targetsInvalid',
      'reach errors.selectionRequired',
    ]);
  });

  it('marks invalid contacts', () => {
    expect(issues({ targets: ['nobody'], roleUUID: OBSERVER, reach: { siteUUIDs: [SITE] } })).toEqual([
      'targets access.invite.targetsInvalid',
    ]);
  });

  it('accepts five at most', () => {
    const targets = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`);
    expect(issues({ targets, roleUUID: SUPER, reach: {} })).toEqual(['targets validation.inviteTooMany']);
  });

  it('requires a role before sites', () => {
    expect(issues({ targets: ['ann@example.com'], roleUUID: '', reach: {} })).toEqual([
      'roleUUID validation.identifier',
    ]);
  });
});
