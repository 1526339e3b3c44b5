/** @type {[sign: RegExp, advice: string][]} */
const ADVICE = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/,
    'The npm registry cannot be reached. The first install needs the network: check the connection and any proxy ' +
      '(npm config get proxy), and the registry in use (npm config get registry).',
  ],
  [
    /\b(E404|ETARGET|E401|E403)\b/,
    'The registry in use does not offer a package of the lockfile. See which one it is (npm config get registry); ' +
      'npm’s public one has them all.',
  ],
  [/ENOSPC|EDQUOT/, 'The disk is full: about 1 GB is needed for the packages. Free some space.'],
  [
    /EACCES|EPERM|EROFS/,
    'This user may not write here. If an earlier run was by another user (root?), hand the folder over, ' +
      'for example: sudo chown -R "$(id -un)" .',
  ],
  [/EINTEGRITY/, 'A downloaded package is damaged. Clear the download cache: npm cache clean --force'],
  [
    /\bEUSAGE\b/,
    'package.json and package-lock.json do not belong together. Restore both: git checkout package.json package-lock.json',
  ],
  [/\b(ENOMEM|SIGKILL)\b|out of memory/i, 'The machine ran out of memory while installing.'],
];

/**
 * Advice for a failed install, from the output of npm.
 * @param {string} output
 */
export function installAdvice(output) {
  const [, advice] = ADVICE.find(([sign]) => sign.test(output)) ?? [];
  return advice ?? 'What npm said is above; its full log is where it says.';
}
