import { hash, verify } from '@node-rs/argon2';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Verified against when there is no account, so that an unknown name takes as long as a wrong password. */
const NOBODY = await hash('nobody has this password', OPTIONS);

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

export async function passwordMatches(stored: string | null | undefined, given: string): Promise<boolean> {
  const matches = await verify(stored ?? NOBODY, given);
  return matches && stored !== null && stored !== undefined;
}
