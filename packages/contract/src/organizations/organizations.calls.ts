import { z } from 'zod';
import { defineCall } from '../call.ts';
import { queryFlag, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { binItem, enterprise, flatSite, site, siteTree } from './organizations.model.ts';
import { enterpriseInput, siteInput } from './organizations.rules.ts';

const nothing = z.null();

export const organizationCalls = {
  getEnterprise: defineCall({
    method: 'GET',
    path: '/site/getEnterprise',
    access: 'signedIn',
    effect: 'read',
    summary: 'The organizations and sites one may see, as a tree',
    input: z.object({}),
    output: siteTree,
  }),
  getAllSiteName: defineCall({
    method: 'GET',
    path: '/site/getAllSiteName',
    access: 'signedIn',
    effect: 'read',
    summary: 'The sites one may see, flat',
    input: z.object({}),
    output: z.array(flatSite),
  }),
  listEnterprises: defineCall({
    method: 'GET',
    path: '/enterprise/list',
    access: 'org_manage',
    effect: 'read',
    summary: 'Organizations, paged',
    input: pageInput(['name', 'siteCount', 'createdAt']),
    output: pageOf(enterprise),
  }),
  createEnterprise: defineCall({
    method: 'POST',
    path: '/enterprise/create',
    access: 'org_manage',
    effect: 'write',
    summary: 'Make an organization',
    input: enterpriseInput,
    output: z.object({ enterpriseUUID: uuid }),
  }),
  updateEnterprise: defineCall({
    method: 'POST',
    path: '/enterprise/update',
    access: 'org_manage',
    effect: 'write',
    summary: 'Change an organization',
    input: enterpriseInput.extend({ enterpriseUUID: uuid }),
    output: nothing,
  }),
  deleteEnterprise: defineCall({
    method: 'DELETE',
    path: '/enterprise/delete',
    access: 'org_manage',
    effect: 'write',
    summary: 'Move an organization without sites, other than the one the session shows, to the bin',
    input: z.object({ enterpriseUUID: uuid }),
    output: nothing,
  }),
  listSites: defineCall({
    method: 'GET',
    path: '/site/list',
    access: 'site_manage',
    effect: 'read',
    summary: 'Sites, paged',
    input: pageInput(['name', 'enterpriseName', 'createdAt']).extend({
      enterpriseUUID: uuid.optional(),
      siteUUID: uuid.optional(),
      /** Only those without coordinates. */
      withoutPlace: queryFlag.optional(),
    }),
    output: pageOf(site),
  }),
  createSite: defineCall({
    method: 'POST',
    path: '/site/create',
    access: 'site_manage',
    effect: 'write',
    summary: 'Make a site',
    input: siteInput,
    output: z.object({ siteUUID: uuid }),
  }),
  updateSite: defineCall({
    method: 'POST',
    path: '/site/update',
    access: 'site_manage',
    effect: 'write',
    summary: 'Change a site',
    input: siteInput.extend({ siteUUID: uuid }),
    output: nothing,
  }),
  deleteSite: defineCall({
    method: 'DELETE',
    path: '/site/delete',
    access: 'site_manage',
    effect: 'write',
    summary: 'Move a site to the bin',
    input: z.object({ siteUUID: uuid }),
    output: nothing,
  }),
  listBin: defineCall({
    method: 'GET',
    path: '/site/bin',
    access: 'site_manage',
    effect: 'read',
    summary: 'Organizations and sites deleted in the last 30 days',
    input: pageInput(['deletedAt']),
    output: pageOf(binItem),
  }),
  restore: defineCall({
    method: 'POST',
    path: '/site/restore',
    access: 'site_manage',
    effect: 'write',
    summary: 'Bring an organization or site back from the bin',
    input: z.object({ kind: z.enum(['organization', 'site']), id: uuid }),
    output: nothing,
  }),
};
