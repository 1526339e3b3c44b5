import type { ClientSample, MemberSample } from '@airloom/device-protocol/model';

/** Assigns clients to members by BSSID; of two members with the same BSSID the first one counts. */
export function clientsByMember(
  members: readonly MemberSample[],
  clients: readonly ClientSample[],
): ReadonlyMap<MemberSample, ClientSample[]> {
  const owners = new Map<string, MemberSample>();
  for (const member of members) {
    for (const bssid of member.bssids) if (!owners.has(bssid)) owners.set(bssid, member);
  }
  const served = new Map<MemberSample, ClientSample[]>();
  if (owners.size === 0) return served;
  for (const client of clients) {
    const member = client.wireless === null ? undefined : owners.get(client.wireless.bssid);
    if (member === undefined) continue;
    const own = served.get(member);
    if (own === undefined) served.set(member, [client]);
    else own.push(client);
  }
  return served;
}
