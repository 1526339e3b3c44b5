import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { enrolCommand, enrolCommands } from './enrol-commands.ts';

const CA = '-----BEGIN CERTIFICATE-----\nMIIB$HOME`x`\n-----END CERTIFICATE-----';
const commands = enrolCommands({
  gateway: 'cloud.example.org:15002',
  code: 'ABCD-EFGH',
  kind: 'switch',
  ca: CA,
});

it('trusts only the authority of this installation, then sends code and request', () => {
  expect(commands).not.toMatch(/curl[^\n]* -\w*k|--insecure/);
  expect(commands).toContain(
    'curl -sS --cacert cas.pem -o answer.json https://cloud.example.org:15002/enrol',
  );
});

it('contains the certificate of the authority unchanged', () => {
  const [write = ''] = commands.split('\nMAC=');
  const script = `cd "$(mktemp -d)"\n${write}\ncat cas.pem\nrm cas.pem`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trim()).toBe(CA);
});

/** Runs the commands in a shell with a fake curl. */
it('runs in a shell, and sends valid JSON', () => {
  const standIns = [
    'openssl() { printf "first\\nsecond\\n" > "$TMPDIR/device.csr"; }',
    'awk() { command awk "$1" "$TMPDIR/device.csr"; }',
    'curl() { while [ $# -gt 0 ]; do [ "$1" = -d ] && printf %s "$2"; shift; done; }',
    'sed() { :; }',
  ].join('\n');
  const script = `cd "$TMPDIR"\n${standIns}\n${commands.replace(' > cert.pem', '')}`;
  const sent = execFileSync('sh', ['-c', `TMPDIR=$(mktemp -d)\n${script}\nrm -r "$TMPDIR"`], {
    encoding: 'utf8',
  });
  expect(JSON.parse(sent)).toEqual({ code: 'ABCD-EFGH', kind: 'switch', csr: 'first\nsecond\n' });
});

it('fits into one line that verifies the authority before anything is run', () => {
  const command = enrolCommand({
    gateway: 'cloud.example.org:15002',
    code: 'ABCD-EFGH',
    kind: 'switch',
    caHash: 'ab12',
  });
  expect(command).not.toContain('\n');
  expect(command.split(' && ')).toEqual([
    'curl -ksSo cas.pem https://cloud.example.org:15002/ca.pem',
    "echo 'ab12  cas.pem' | sha256sum -c -",
    'curl -sS --cacert cas.pem https://cloud.example.org:15002/enrol.sh | sh -s -- cloud.example.org:15002 ABCD-EFGH switch',
  ]);
});
