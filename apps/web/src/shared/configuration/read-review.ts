import type {
  Review,
  ReviewedDevice,
  ReviewedEdit,
} from '@airloom/contract/configuration/configuration.model';

/** The pages of a review that were read. */
export interface ReviewSoFar {
  readonly digest: string;
  readonly edits: readonly ReviewedEdit[];
  readonly devices: readonly ReviewedDevice[];
  readonly compared: number;
  readonly total: number;
  /** What may cut off switches, and has to be confirmed. */
  readonly cuts: Review['cuts'];
  readonly complete: boolean;
  /** Settings or devices changed between two pages: the review must be repeated. */
  readonly outdated: boolean;
}

export function addPage(soFar: ReviewSoFar | null, page: Review): ReviewSoFar {
  return {
    digest: page.digest,
    edits: soFar?.edits ?? page.edits,
    devices: [...(soFar?.devices ?? []), ...page.devices],
    compared: (soFar?.compared ?? 0) + page.compared,
    total: soFar?.total ?? page.total ?? 0,
    cuts: soFar?.cuts ?? page.cuts,
    complete: page.next === null,
    outdated: soFar !== null && soFar.digest !== page.digest,
  };
}

/** Reads page after page and hands over what is known after each. Stops when the pages do not belong together. */
export async function readReview(
  read: (after: string | null) => Promise<Review>,
  onPage: (soFar: ReviewSoFar) => void,
): Promise<void> {
  let soFar: ReviewSoFar | null = null;
  let after: string | null = null;
  do {
    const page: Review = await read(after);
    soFar = addPage(soFar, page);
    after = page.next;
    onPage(soFar);
  } while (after !== null && !soFar.outdated);
}
