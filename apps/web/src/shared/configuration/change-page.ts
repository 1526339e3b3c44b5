export const CHANGES_PAGE = '/configuration/changes';
export const CHANGE_PAGE = '/configuration/changes/detail';
export const DRAFT_PAGE = '/configuration/draft';

export function changePage(changeUUID: string): string {
  return `${CHANGE_PAGE}?changeUUID=${changeUUID}`;
}
