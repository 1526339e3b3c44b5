/** Issues a certificate to the challenge, where `ca.pem` and `ca.key` are the authority's. */
export function proofCommands(challenge: string): string {
  return [
    'openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \\',
    `  -keyout proof.key -out proof.csr -subj "/CN=${challenge}"`,
    'openssl x509 -req -in proof.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 1 -out proof.pem',
  ].join('\n');
}
