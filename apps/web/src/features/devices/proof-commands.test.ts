import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proofCommands } from './proof-commands.ts';

/** Starting programs is slow on a busy machine. */
const PROGRAMS_MS = 30_000;
const CHALLENGE = 'airloom-0123456789abcdef0123456789abcdef';

test('the commands issue a certificate of the authority for the challenge', { timeout: PROGRAMS_MS }, () => {
  const cwd = mkdtempSync(join(tmpdir(), 'airloom-proof-'));
  const run = (script: string) => execFileSync('sh', ['-ec', script], { cwd, stdio: 'pipe' });
  try {
    run(
      'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -subj "/CN=Maker"',
    );
    run(proofCommands(CHALLENGE));
    const authority = new X509Certificate(readFileSync(join(cwd, 'ca.pem')));
    const proof = new X509Certificate(readFileSync(join(cwd, 'proof.pem')));
    expect(proof.subject).toBe(`CN=${CHALLENGE}`);
    expect(proof.checkIssued(authority) && proof.verify(authority.publicKey)).toBe(true);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
