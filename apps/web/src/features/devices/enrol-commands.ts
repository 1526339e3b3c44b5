import type { DeviceKind } from '@airloom/contract/devices/device-classes';

interface Enrolment {
  /** Host and port devices reach the gateway at. */
  gateway: string;
  code: string;
  kind: DeviceKind;
  /** The certificate of the authority that signs the gateway's, in PEM format. */
  ca: string;
}

/**
 * One command that enrols the device it runs on: the certificate of the authority is compared with its hash, then verifies
 * the script that the gateway serves.
 */
export function enrolCommand({
  gateway,
  code,
  kind,
  caHash,
}: Omit<Enrolment, 'ca'> & { readonly caHash: string }): string {
  const url = `https://${gateway}`;
  return [
    `curl -ksSo cas.pem ${url}/ca.pem`,
    `echo '${caHash}  cas.pem' | sha256sum -c -`,
    `curl -sS --cacert cas.pem ${url}/enrol.sh | sh -s -- ${gateway} ${code} ${kind}`,
  ].join(' && ');
}

/** Shell commands that enrol a device: key, request and certificate. */
export function enrolCommands({ gateway, code, kind, ca }: Enrolment): string {
  return [
    `cat > cas.pem <<'EOF'\n${ca.trim()}\nEOF`,
    'MAC=90-3C-B3-BB-1D-A8',
    `SERIAL=$(printf %s "$MAC" | tr -d ':.-' | tr A-F a-f)`,
    'openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \\',
    '  -keyout key.pem -out device.csr -subj "/CN=$SERIAL"',
    `CSR=$(awk '{printf "%s\\\\n", $0}' device.csr)`,
    `curl -sS --cacert cas.pem -o answer.json https://${gateway}/enrol \\`,
    `  -d "{\\"code\\":\\"${code}\\",\\"kind\\":\\"${kind}\\",\\"csr\\":\\"$CSR\\"}"`,
    `printf %b "$(sed -n 's/.*"certificate":"\\([^"]*\\)".*/\\1/p' answer.json)" > cert.pem`,
  ].join('\n');
}

/** Default port of the gateway. */
const USUAL_PORT = 15_002;

export function usualGateway(hostname: string): string {
  return `${hostname}:${USUAL_PORT}`;
}
