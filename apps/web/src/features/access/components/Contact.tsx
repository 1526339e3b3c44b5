import type { SubAccount } from '@airloom/contract/access/access.model';
import { keepFromRow } from '../../../shared/table/CellLink.tsx';

/** A contact as a link: mailto or tel. */
export function Contact({ person: { email, phone } }: { person: Pick<SubAccount, 'email' | 'phone'> }) {
  return (
    <div className="table-lines">
      {email !== '' && (
        <div>
          <a href={`mailto:${email}`} onClick={keepFromRow}>
            {email}
          </a>
        </div>
      )}
      {phone !== '' && (
        <div>
          <a href={`tel:${phone.replaceAll(' ', '')}`} onClick={keepFromRow}>
            {phone}
          </a>
        </div>
      )}
    </div>
  );
}
