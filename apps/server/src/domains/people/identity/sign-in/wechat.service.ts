import { API_BASE } from '@airloom/contract/call';
import type { wechatBindInput, wechatUnbindInput } from '@airloom/contract/identity/safety.rules';
import type { LoginResponse } from '@airloom/contract/identity/sign-in.model';
import { z } from 'zod';
import { audit, ownAccount, recordOperation } from '../../../../platform/audit.ts';
import { rethrowUnique } from '../../../../platform/database/unique.ts';
import { Failure } from '../../../../platform/failure.ts';
import type { RequestInfo } from '../../../../platform/http/context.ts';
import type { Scope } from '../../../../platform/scope.ts';
import { newToken } from '../../../../platform/secrets.ts';
import { addressBlock } from '../../../../platform/throttle/address-block.ts';
import { browserOrigin } from '../account/common-urls.ts';
import type { Profiles } from '../account/profile.service.ts';
import * as repository from '../identity.repository.ts';
import type { OwnSecondFactor } from './second-factor-check.ts';
import type { SignIn, SignInParts } from './sign-in.service.ts';

const STATE_COOKIE = 'airloom_wechat';
const STATE_PATH = `${API_BASE}/user/wechat`;
const STATE_SECONDS = 600;
const REPLY_MS = 10_000;
const REPLY_MAX_BYTES = 16_384;

const RETURN_PATHS = { login: '/login', bind: '/usercenter/accountset' } as const;

/** WeChat answers errors with HTTP 200 and an error code. */
const tokenReply = z.union([z.object({ openid: z.string().min(1) }), z.object({ errcode: z.number() })]);

export class WechatSignIn {
  readonly #parts: SignInParts;
  readonly #signIn: SignIn;
  readonly #profiles: Profiles;
  readonly #secondFactor: OwnSecondFactor;

  constructor(parts: SignInParts, signIn: SignIn, profiles: Profiles, secondFactor: OwnSecondFactor) {
    this.#parts = parts;
    this.#signIn = signIn;
    this.#profiles = profiles;
    this.#secondFactor = secondFactor;
  }

  start(purpose: keyof typeof RETURN_PATHS, request: RequestInfo): { url: string } {
    const { settings } = this.#parts.platform;
    const { appId } = this.#configuration();
    const state = newToken();
    request.setCookie(STATE_COOKIE, state, { path: STATE_PATH, maxAgeSeconds: STATE_SECONDS });
    // WeChat requires its parameters in this order.
    const query = [
      ['appid', appId],
      ['redirect_uri', `${browserOrigin(settings, request)}${RETURN_PATHS[purpose]}`],
      ['response_type', 'code'],
      ['scope', 'snsapi_login'],
      ['state', state],
    ].map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`);
    return { url: `${settings.WECHAT_OPEN_URL}/connect/qrconnect?${query.join('&')}#wechat_redirect` };
  }

  async login(code: string, state: string, request: RequestInfo): Promise<LoginResponse> {
    const { platform, throttle } = this.#parts;
    const address = addressBlock(request.address);
    await throttle.attempt('address', address);
    const openid = await this.#openid(code, state, request);
    const manager = await platform.database.asSystem((tx) => repository.managerByWechat(tx, openid));
    if (!manager) throw new Failure('wechatNotBound');
    await throttle.takeBack('address', address);
    return { ...(await this.#signIn.admit(manager, request)), openid };
  }

  async bind(scope: Scope, input: z.output<typeof wechatBindInput>, request: RequestInfo): Promise<void> {
    // Before WeChat is called: its code works once.
    const manager = await this.#profiles.proven(scope, input.password);
    const useSecondFactor = await this.#secondFactor.prove(manager, input.secondFactor);
    const openid = await this.#openid(input.code, input.state, request);
    await this.#parts.platform.database
      .asSystem(async (tx) => {
        await useSecondFactor(tx);
        await repository.updateSecret(tx, scope.manager, { wechat_openid: openid });
        const changes = audit.values({ wechatBound: manager.wechat_openid !== null }, { wechatBound: true });
        await recordOperation(tx, scope, ownAccount(scope, changes));
      })
      .catch(rethrowUnique({ manager_secret_wechat_openid_key: 'contactTaken' }));
  }

  /** Returns whether there was anything to unbind. */
  async unbind(scope: Scope, input: z.output<typeof wechatUnbindInput>): Promise<boolean> {
    const manager = await this.#profiles.proven(scope, input.password);
    if (manager.wechat_openid === null) return false;
    const useSecondFactor = await this.#secondFactor.prove(manager, input.secondFactor);
    await this.#parts.platform.database.asSystem(async (tx) => {
      await useSecondFactor(tx);
      await repository.updateSecret(tx, scope.manager, { wechat_openid: null });
      const changes = audit.values({ wechatBound: true }, { wechatBound: false });
      await recordOperation(tx, scope, ownAccount(scope, changes));
    });
    return true;
  }

  async #openid(code: string, state: string, request: RequestInfo): Promise<string> {
    const { appId, secret } = this.#configuration();
    if (request.cookie(STATE_COOKIE) !== state) throw new Failure('wechatFailed');
    request.clearCookie(STATE_COOKIE, STATE_PATH);
    const url = new URL('/sns/oauth2/access_token', this.#parts.platform.settings.WECHAT_API_URL);
    url.search = new URLSearchParams({
      appid: appId,
      secret,
      code,
      grant_type: 'authorization_code',
    }).toString();
    const reply = await this.#ask(url);
    if (!('openid' in reply)) throw new Failure('wechatFailed');
    return reply.openid;
  }

  async #ask(url: URL): Promise<z.infer<typeof tokenReply>> {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(REPLY_MS), redirect: 'error' });
      return tokenReply.parse(JSON.parse(await textOf(response)));
    } catch (error) {
      this.#parts.platform.log.warn(
        { reason: error instanceof Error ? error.name : 'unknown' },
        'WeChat did not answer',
      );
      throw new Failure('wechatFailed');
    }
  }

  #configuration(): { appId: string; secret: string } {
    const { WECHAT_APP_ID: appId, WECHAT_APP_SECRET: secret } = this.#parts.platform.settings;
    if (appId === undefined || secret === undefined) throw new Failure('wechatNotConfigured');
    return { appId, secret };
  }
}

/** Reads at most the maximum length of a WeChat answer. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > REPLY_MAX_BYTES) throw new RangeError('The answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
