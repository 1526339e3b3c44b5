/**
 * Runs on a device, or on a computer for it, in a folder with the verified certificate of the authority in `cas.pem`. Needs
 * a POSIX shell, curl and openssl. The private key stays there.
 */
export const ENROLMENT_SCRIPT = `#!/bin/sh
# sh enrol.sh <gateway> <claim code> <kind> [<MAC address>]
set -eu
GATEWAY=$1
CODE=$2
KIND=$3
MAC=\${4:-}
if [ -z "$MAC" ]; then
  for name in eth0 $(ls /sys/class/net); do
    [ "$name" != lo ] && [ -r "/sys/class/net/$name/address" ] || continue
    MAC=$(cat "/sys/class/net/$name/address")
    break
  done
fi
SERIAL=$(printf %s "$MAC" | tr -d ':.-' | tr A-F a-f)
case $SERIAL in
  *[!0-9a-f]* | '') echo "This is not a MAC address: $MAC" >&2; exit 1 ;;
esac
[ -s key.pem ] || (umask 077; openssl ecparam -name prime256v1 -genkey -noout -out key.pem)
CSR=$(openssl req -new -key key.pem -subj "/CN=$SERIAL" | awk '{printf "%s\\\\n", $0}')
STATUS=$(curl -sS --cacert cas.pem -o answer.json -w '%{http_code}' "https://$GATEWAY/enrol" \\
  -d "{\\"code\\":\\"$CODE\\",\\"kind\\":\\"$KIND\\",\\"csr\\":\\"$CSR\\"}")
if [ "$STATUS" != 200 ]; then
  cat answer.json >&2
  exit 1
fi
printf %b "$(sed -n 's/.*"certificate":"\\([^"]*\\)".*/\\1/p' answer.json)" > cert.pem
rm answer.json
echo "$SERIAL has its certificate. Connect it to wss://$GATEWAY with key.pem, cert.pem and cas.pem."
`;
