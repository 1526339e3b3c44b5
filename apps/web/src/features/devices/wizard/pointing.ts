/** How a device is told where the console is. */
export interface Pointing {
  readonly server: string;
  readonly port: string;
  /** Text of DHCP option 224, and the endpoint in a redirector. */
  readonly endpoint: string;
  readonly dnsmasq: string;
  /** Content of `gateway.json` on a device. */
  readonly file: string;
}

const DHCP_OPTION = 224;

/** `gateway`: host and port; an IPv6 address is in brackets. */
export function pointingTo(gateway: string): Pointing {
  const at = gateway.lastIndexOf(':');
  const [server, port] = [gateway.slice(0, at), gateway.slice(at + 1)];
  return {
    server,
    port,
    endpoint: gateway,
    dnsmasq: `dhcp-option-force=${DHCP_OPTION},${gateway}`,
    file: JSON.stringify({ server, port: Number(port) }),
  };
}
