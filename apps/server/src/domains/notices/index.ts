export { createNotices, type NoticesModule } from './notices.module.ts';
