import type { IncomingMessage, ServerResponse } from 'node:http';
import { FALLBACK_LANGUAGE } from '@airloom/contract/languages';
import type { z } from 'zod';
import type { Proof, ProofFault } from '../../../domains/network/devices/admission/admission.trust.ts';
import type { CertificateAuthority } from '../../../domains/network/devices/admission/certificate-authority.ts';
import {
  type Enrolled,
  type Enrolment,
  enrol,
  enrolment,
  type GatewayContext,
  renewal,
} from '../../../domains/network/devices/admission/enrolment.ts';
import type { RefusedAttempts } from '../../../domains/network/devices/admission/refused-attempts.ts';
import { noteRefusedEnrolment } from '../../../domains/network/devices/admission/refused-enrolment.ts';
import { renew } from '../../../domains/network/devices/admission/renewal.ts';
import { Failure } from '../../../platform/failure.ts';
import { failure } from '../../../platform/http/envelope.ts';
import { PATHS } from '../../../platform/http/paths.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { addressBlock } from '../../../platform/throttle/address-block.ts';
import { type Rate, TokenBucket } from '../../../platform/throttle/token-bucket.ts';
import type { GatewayLimits } from '../limits.ts';
import { ENROLMENT_SCRIPT } from './enrolment-script.ts';

const BODY_MAX_BYTES = 16 * 1024;
const ADDRESSES_MAX = 20_000;
const REFUSED = 403;
const UNPROCESSABLE = 422;

type Prove = () => Proof | ProofFault;

/** Issues certificates to devices: the first for a claim code, the next for the previous one. Every response closes its connection. */
export class EnrolmentHttp {
  readonly #platform: Pick<
    Platform,
    'database' | 'quotas' | 'now' | 'monotonic' | 'wakeOutbox' | 'log' | 'metrics'
  >;
  readonly #authority: CertificateAuthority;
  readonly #process: GatewayContext;
  readonly #refused: Pick<RefusedAttempts, 'note'>;
  readonly #rate: Rate;
  /** Address → remaining failed attempts. */
  readonly #attempts = new Map<string, TokenBucket>();

  constructor(
    platform: Pick<Platform, 'database' | 'quotas' | 'now' | 'monotonic' | 'wakeOutbox' | 'log' | 'metrics'>,
    authority: CertificateAuthority,
    process: GatewayContext,
    refused: Pick<RefusedAttempts, 'note'>,
    limits: Pick<GatewayLimits, 'enrolmentsMax' | 'enrolmentEveryMs'>,
  ) {
    this.#platform = platform;
    this.#authority = authority;
    this.#process = process;
    this.#refused = refused;
    this.#rate = { atOnce: limits.enrolmentsMax, perSecond: 1000 / limits.enrolmentEveryMs };
  }

  /** `prove` returns the owner of the client certificate of the request. */
  answer(request: IncomingMessage, response: ServerResponse, address: string, prove: Prove): void {
    response.shouldKeepAlive = false;
    this.#answer(request, response, address, prove).catch((error: unknown) => this.#fail(response, error));
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    address: string,
    prove: Prove,
  ): Promise<void> {
    const path = URL.parse(request.url ?? '', 'https://localhost')?.pathname;
    if (path === PATHS.authority && request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/x-pem-file' });
      response.end(this.#authority.pem);
    } else if (path === PATHS.enrolmentScript && request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/x-shellscript; charset=utf-8' });
      response.end(ENROLMENT_SCRIPT);
    } else if (path !== PATHS.enrolment && path !== PATHS.renewal) throw new Failure('notFound');
    else if (request.method !== 'POST') throw new Failure('methodNotAllowed');
    else
      sendJson(response, 200, await this.#attempt(request, address, path === PATHS.renewal ? prove : null));
  }

  /** Counted before it is checked; successful attempts are refunded, because a whole site may share an address. */
  async #attempt(request: IncomingMessage, address: string, renews: Prove | null): Promise<Enrolled> {
    const attempts = this.#attemptsOf(addressBlock(address));
    if (!attempts.spend(this.#rate, 1, this.#platform.monotonic())) {
      attempts.giveBack(this.#rate, 1);
      const seconds = Math.ceil(1 / this.#rate.perSecond);
      throw new Failure('tooManyAttempts', { seconds }, { retryAfter: seconds });
    }
    const body = parse(await readBody(request));
    const answer = await (renews === null
      ? this.#enrol(checked(enrolment, body), address)
      : renew(this.#platform, this.#authority, renews(), checked(renewal, body).csr));
    attempts.giveBack(this.#rate, 1);
    this.#platform.metrics.enrolments.inc({ outcome: renews === null ? 'enrolled' : 'renewed' });
    return answer;
  }

  async #enrol(request: Enrolment, address: string): Promise<Enrolled> {
    try {
      return await enrol(this.#platform, this.#authority, this.#process, request, address);
    } catch (error) {
      await noteRefusedEnrolment(this.#platform, this.#refused, request, address, error);
      throw error;
    }
  }

  #attemptsOf(block: string): TokenBucket {
    const known = this.#attempts.get(block);
    if (known !== undefined) return known;
    if (this.#attempts.size >= ADDRESSES_MAX) this.forget();
    // Still full: the oldest entry is removed.
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size >= ADDRESSES_MAX && oldest !== undefined) this.#attempts.delete(oldest);
    const fresh = new TokenBucket(this.#rate, this.#platform.monotonic());
    this.#attempts.set(block, fresh);
    return fresh;
  }

  /** Removes addresses without recent failures. */
  forget(): void {
    const now = this.#platform.monotonic();
    for (const [block, attempts] of this.#attempts) {
      if (attempts.isFull(this.#rate, now)) this.#attempts.delete(block);
    }
  }

  #fail(response: ServerResponse, error: unknown): void {
    const declared = error instanceof Failure ? error : null;
    if (declared === null) this.#platform.log.error({ err: error }, 'an enrolment failed');
    const told = declared ?? new Failure('systemError');
    this.#platform.metrics.enrolments.inc({ outcome: told.key });
    const { status, body } = failure(told, newId(), FALLBACK_LANGUAGE);
    if (response.headersSent) response.destroy();
    else sendJson(response, statusOf(told, status), body);
  }
}

/** Devices evaluate the status only. */
function statusOf(told: Failure, declared: number): number {
  if (declared !== 200) return declared;
  return told.key === 'codeWrong' ? REFUSED : UNPROCESSABLE;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new Failure('payloadTooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure('malformedRequest');
  }
}

function checked<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const { success, data } = schema.safeParse(body);
  if (!success) throw new Failure('invalidInput');
  return data;
}
