import process from 'node:process';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  console.error(`Airloom needs Node 20.11 or newer to install itself; this is ${process.version}.`);
  console.error(
    'Get a current one from https://nodejs.org or your system’s packages, then run the command again.',
  );
  process.exit(1);
}
