import { LIMITS } from '@airloom/contract/limits';
import type { Transaction } from '../../../platform/database/database.ts';
import type { DeliveredEvent, EventHandlers, EventType } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import { membershipsOf } from '../../people/access/index.ts';
import { Inbox, type NewMessage } from './inbox.ts';
import {
  findCampaign,
  findDevices,
  findJoined,
  findOwners,
  findTrustedCa,
} from './message-subjects.repository.ts';
import { campaignPage, filePage, IMPORTED_PAGE } from './tasks.ts';

type Sentence = Pick<NewMessage, 'managerId' | 'params' | 'link' | 'linkUntil'> & { readonly key: string };

const PEOPLE_PAGE = '/topnav/subaccount';
const SIGN_IN_PAGE = '/usercenter/accountset';
/** Redirects to the page of the device's kind. */
const DEVICE_PAGE = '/device/capDetail';
const TRUSTED_CAS_PAGE = '/device/unclaimed?tab=cas';

/** About devices that need a decision of the owner; of several the first is named. */
async function toOwners(
  tx: Transaction,
  tenant: string,
  key: string,
  deviceIds: readonly string[],
): Promise<Sentence[]> {
  const [first] = await findDevices(tx, tenant, deviceIds);
  if (first === undefined) return [];
  const params = { name: first.name, count: deviceIds.length };
  const link = `${DEVICE_PAGE}?deviceUUID=${first.id}`;
  return (await findOwners(tx, tenant)).map((managerId) => ({ managerId, key, params, link }));
}

/** Messages of the console itself. An event that is delivered twice is one message: the event id is its key. */
export function systemMessages(platform: Pick<Platform, 'database' | 'now' | 'wakeOutbox'>): EventHandlers {
  const { database, now, wakeOutbox } = platform;

  const messagesOf = (id: string, sentences: readonly Sentence[]): NewMessage[] =>
    sentences.map((sentence) => ({
      ...sentence,
      key: `messages.sentence.${sentence.key}`,
      once: id,
      tab: 'system',
      at: now(),
    }));

  const onEvent = <T extends EventType>(
    sentencesOf: (
      tx: Transaction,
      tenant: string,
      payload: DeliveredEvent<T>['payload'],
    ) => Promise<Sentence[]>,
  ) => {
    return async ({ id, tenant, payload }: DeliveredEvent<T>): Promise<void> => {
      if (tenant === null) return;
      await database.withTenant({ tenant }, async (tx) =>
        Inbox.write(tx, tenant, messagesOf(id, await sentencesOf(tx, tenant, payload))),
      );
      wakeOutbox();
    };
  };

  return {
    TableExported: onEvent<'TableExported'>(async (_tx, _tenant, { managerId, fileId, call, rows }) => [
      {
        managerId,
        key: 'exported',
        params: { call, count: rows },
        link: filePage(fileId),
        linkUntil: new Date(now().getTime() + LIMITS.sheet.keptMs),
      },
    ]),
    TableImported: onEvent<'TableImported'>(async (_tx, _tenant, { managerId, added, refused }) => [
      {
        managerId,
        key: refused === 0 ? 'imported' : 'importedPartly',
        params: { count: added, refused },
        link: IMPORTED_PAGE,
      },
    ]),
    CampaignEnded: onEvent<'CampaignEnded'>(async (tx, tenant, { campaignId }) => {
      const ended = await findCampaign(tx, tenant, campaignId);
      if (ended === undefined) return [];
      const { name, succeeded, left } = ended;
      return [
        {
          managerId: ended.created_by,
          key: left === 0 ? 'campaignEnded' : 'campaignEndedPartly',
          params: { name, count: succeeded, left },
          link: campaignPage(campaignId),
        },
      ];
    }),
    EnrolmentRequested: onEvent<'EnrolmentRequested'>((tx, tenant, { deviceIds }) =>
      toOwners(tx, tenant, 'enrolmentRequested', deviceIds),
    ),
    OwnershipDisputed: onEvent<'OwnershipDisputed'>((tx, tenant, { deviceIds }) =>
      toOwners(tx, tenant, 'ownershipDisputed', deviceIds),
    ),
    TrustedCaShared: onEvent<'TrustedCaShared'>(async (tx, tenant, { trustedCaId }) => {
      const name = await findTrustedCa(tx, tenant, trustedCaId);
      if (name === undefined) return [];
      const params = { name };
      return (await findOwners(tx, tenant)).map((managerId) => ({
        managerId,
        key: 'trustedCaShared',
        params,
        link: TRUSTED_CAS_PAGE,
      }));
    }),
    PersonJoined: onEvent<'PersonJoined'>(async (tx, tenant, payload) => {
      const joined = await findJoined(tx, tenant, payload);
      if (joined === undefined) return [];
      const { name, invited_by: inviter } = joined;
      const owners = (await findOwners(tx, tenant)).filter((owner) => owner !== inviter);
      const link = PEOPLE_PAGE;
      return [
        { managerId: inviter, key: 'invitationAccepted', params: { name }, link },
        ...owners.map((managerId) => ({ managerId, key: 'joined', params: { name }, link })),
      ];
    }),
    // The person who removed them knows.
    PersonLeft: onEvent<'PersonLeft'>(async (tx, tenant, { name, by }) =>
      (await findOwners(tx, tenant))
        .filter((owner) => owner !== by)
        .map((managerId) => ({ managerId, key: 'left', params: { name }, link: PEOPLE_PAGE })),
    ),
    SignInChanged: async ({ id, payload: { managerId, what } }) => {
      await database.asSystem(async (tx) => {
        const tenants = new Set((await membershipsOf(tx, managerId)).map(({ tenant }) => tenant));
        const key = what === 'password' ? 'passwordChanged' : 'twoFactorChanged';
        const sentence = { managerId, key, params: {}, link: SIGN_IN_PAGE };
        for (const tenant of tenants) await Inbox.write(tx, tenant, messagesOf(id, [sentence]));
      });
      wakeOutbox();
    },
  };
}
