export { createConfiguration } from './configuration.module.ts';
