export { DraftButton, ReviewChange } from './ReviewChange.tsx';
