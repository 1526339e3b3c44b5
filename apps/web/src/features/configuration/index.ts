export { DraftBar } from '../../shared/configuration/DraftBar.tsx';
export { DraftButton } from '../../shared/configuration/DraftButton.tsx';
export { ReviewChange } from '../../shared/configuration/ReviewChange.tsx';
