export const CHANGES_PAGE = '/configuration/changes';
export const CHANGE_PAGE = '/configuration/changes/detail';
export const DRAFT_PAGE = '/configuration/draft';

/** The draft of an organization or a site. */
export function draftPage(placeUUID: string): string {
  return `${DRAFT_PAGE}?at=${placeUUID}`;
}

export function changePage(changeUUID: string): string {
  return `${CHANGE_PAGE}?changeUUID=${changeUUID}`;
}
