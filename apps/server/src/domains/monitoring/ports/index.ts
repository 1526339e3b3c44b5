export { createPorts } from './ports.module.ts';
