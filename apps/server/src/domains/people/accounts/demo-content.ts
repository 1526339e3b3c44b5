import type { enterpriseInput, siteInput } from '@airloom/contract/organizations/organizations.rules';
import type { z } from 'zod';

type DemoSite = Omit<z.output<typeof siteInput>, 'enterpriseUUID'>;
interface DemoOrganization {
  readonly fields: z.output<typeof enterpriseInput>;
  readonly sites: readonly DemoSite[];
  /** The kind of each site, which decides its devices. */
  readonly kind: 'hotel' | 'school' | 'shop';
  readonly buildings: readonly string[];
}

export const DEMO_ACCOUNT_NAME = 'Airloom Demo';
export const DEMO_USER_NAME = 'demo';

/** A fictional customer. */
export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    fields: { name: 'Harbour Lights Hotels (demo)', address: '1 Example Quay, Lisbon' },
    kind: 'hotel',
    buildings: ['Main House', 'Garden Wing'],
    sites: [
      {
        name: 'Lisbon Riverside',
        code: 'HOTEL-LIS',
        countryCode: 'PT',
        address: '1 Example Quay, Lisbon',
        coordinates: { latitude: 38.7078, longitude: -9.1366 },
        timeZone: 'Europe/Lisbon',
        ntpServer: '',
        contactName: 'Reception, Lisbon',
        remark: 'Demo: 120 rooms, restaurant and conference floor',
      },
      {
        name: 'Cape Town Waterfront',
        code: 'HOTEL-CPT',
        countryCode: 'ZA',
        address: '22 Sample Pier, Cape Town',
        coordinates: { latitude: -33.9036, longitude: 18.4208 },
        timeZone: 'Africa/Johannesburg',
        ntpServer: '',
        contactName: 'Reception, Cape Town',
        remark: 'Demo: 80 rooms and a roof terrace',
      },
    ],
  },
  {
    fields: { name: 'Willow Grove Schools (demo)', address: '7 Placeholder Street, Kraków' },
    kind: 'school',
    buildings: ['Library', 'Lecture Hall', 'Dormitory'],
    sites: [
      {
        name: 'Kraków Campus',
        code: 'SCHOOL-KRK',
        countryCode: 'PL',
        address: '7 Placeholder Street, Kraków',
        coordinates: { latitude: 50.0619, longitude: 19.9369 },
        timeZone: 'Europe/Warsaw',
        ntpServer: '',
        contactName: 'School office, Kraków',
        remark: 'Demo: 24 classrooms, library and sports hall',
      },
      {
        name: 'Auckland North Campus',
        code: 'SCHOOL-AKL',
        countryCode: 'NZ',
        address: '15 Example Bay Road, Auckland',
        coordinates: { latitude: -36.8485, longitude: 174.7633 },
        timeZone: 'Pacific/Auckland',
        ntpServer: '',
        contactName: 'School office, Auckland',
        remark: 'Demo: 16 classrooms and boarding house',
      },
    ],
  },
  {
    fields: { name: 'Paper Lantern Shops (demo)', address: '88 Sample Avenue, Shenzhen' },
    kind: 'shop',
    buildings: ['Store'],
    sites: [
      {
        name: 'Shenzhen Flagship Store',
        code: 'SHOP-SZX',
        countryCode: 'CN',
        address: '88 Sample Avenue, Shenzhen',
        coordinates: { latitude: 22.5431, longitude: 114.0579 },
        timeZone: 'Asia/Shanghai',
        ntpServer: '',
        contactName: 'Store desk, Shenzhen',
        remark: 'Demo: three floors, guest portal at the entrance',
      },
      {
        name: 'Mexico City Centro',
        code: 'SHOP-MEX',
        countryCode: 'MX',
        address: '40 Calle Ejemplo, Mexico City',
        coordinates: { latitude: 19.4326, longitude: -99.1332 },
        timeZone: 'America/Mexico_City',
        ntpServer: '',
        contactName: 'Store desk, Mexico City',
        remark: 'Demo: corner shop with a small stockroom',
      },
    ],
  },
];
