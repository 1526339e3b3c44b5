import { z } from 'zod';
import { integerWithin, uuid } from '../fields.ts';
import { isAddressRange } from '../formats/network/address-range.ts';
import { isIpv4, isReservedIpv4 } from '../formats/network/ipv4.ts';
import { LIMITS } from '../limits.ts';
import { REMOTE_PROXY_LIMITS } from './remote-proxy.limits.ts';
import { proxyProtocol } from './remote-proxy.model.ts';

const { hoursMin, hoursMax, hoursUsual, sourcesMax } = REMOTE_PROXY_LIMITS;

/** Text, so that the message can name the refused address. */
const localAddress = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .refine(isIpv4, { error: 'validation.ipAddress', abort: true })
  .superRefine((ip, context) => {
    if (isReservedIpv4(ip))
      context.addIssue({ code: 'custom', message: 'validation.localIpRefused', params: { ip } });
  });

/** Each field by itself. */
export const remoteProxyFields = z.object({
  deviceUUID: uuid,
  protocol: proxyProtocol,
  localAddress,
  localPort: integerWithin(LIMITS.network.portMin, LIMITS.network.portMax),
  hours: integerWithin(hoursMin, hoursMax).default(hoursUsual),
  sources: z
    .array(
      z.string('validation.required').trim().toLowerCase().refine(isAddressRange, 'validation.addressRange'),
    )
    .max(sourcesMax, 'validation.tooMany')
    .refine((ranges) => new Set(ranges).size === ranges.length, 'validation.duplicate')
    .default([]),
});

// Nothing but the source address protects a TCP port.
export const remoteProxyInput = remoteProxyFields.refine(
  ({ protocol, sources }) => protocol !== 'tcp' || sources.length > 0,
  {
    path: ['sources'],
    error: 'validation.sourcesRequired',
  },
);
export type RemoteProxyInput = z.output<typeof remoteProxyInput>;
