import { createHash } from 'node:crypto';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/**
 * What an installation was made from and for.
 * @param {Buffer} lockfile
 * @param {string} platform
 * @param {string} arch
 */
export function installationStamp(lockfile, platform, arch) {
  return createHash('sha256').update(`${platform}-${arch}\n`).update(lockfile).digest('hex');
}

/**
 * Whether the packages that npm lists as installed are those of the lockfile: true after an `npm ci` by hand. Optional
 * ones may be missing, most being for other systems, save those named.
 * @param {Lockfile} wanted
 * @param {Lockfile} installed
 * @param {string[]} required
 */
export function isInstalled(wanted, installed, required) {
  return Object.entries(wanted.packages).every(([path, want]) => {
    if (!path.includes('node_modules/')) return true;
    const have = installed.packages[path];
    if (!have) return want.optional === true && !required.includes(path);
    return have.version === want.version && have.integrity === want.integrity && have.link === want.link;
  });
}
