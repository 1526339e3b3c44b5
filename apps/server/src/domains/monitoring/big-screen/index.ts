export { createBigScreen } from './big-screen.module.ts';
