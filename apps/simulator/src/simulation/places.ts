export const PLACE_KINDS = ['office', 'hotel', 'school', 'shop', 'warehouse', 'clinic'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

export interface Place {
  readonly kind: PlaceKind;
  readonly name: string;
  readonly zone: string;
  readonly country: string;
  readonly buildings: readonly string[];
}

/** Additional sites reuse the list with a number after the name. */
export const PLACES: readonly Place[] = [
  {
    kind: 'office',
    name: 'Warsaw Head Office',
    zone: 'Europe/Warsaw',
    country: 'PL',
    buildings: ['Tower A', 'Tower B'],
  },
  {
    kind: 'hotel',
    name: 'Madrid Hotel',
    zone: 'Europe/Madrid',
    country: 'ES',
    buildings: ['Main House', 'Garden Wing'],
  },
  {
    kind: 'school',
    name: 'Shanghai Campus',
    zone: 'Asia/Shanghai',
    country: 'CN',
    buildings: ['Library', 'Lecture Hall', 'Dormitory'],
  },
  { kind: 'shop', name: 'London Store', zone: 'Europe/London', country: 'GB', buildings: ['Store'] },
  {
    kind: 'warehouse',
    name: 'Chicago Warehouse',
    zone: 'America/Chicago',
    country: 'US',
    buildings: ['Hall 1', 'Hall 2'],
  },
  {
    kind: 'clinic',
    name: 'Kraków Clinic',
    zone: 'Europe/Warsaw',
    country: 'PL',
    buildings: ['Clinic', 'Day Ward'],
  },
];

export const ROOMS = ['Lobby', 'Corridor', 'Meeting', 'Open Space', 'Stairs', 'Canteen', 'Hall', 'Terrace'];

/** Networks per kind of place: the first is internal, the second for guests. */
export const NETWORKS: Readonly<Record<PlaceKind, readonly [string, string]>> = {
  office: ['Corp', 'Corp-Guest'],
  hotel: ['Staff', 'Hotel-Guest'],
  school: ['Campus', 'Campus-Visitor'],
  shop: ['Store', 'Free-WiFi'],
  warehouse: ['Scanners', 'Warehouse-Guest'],
  clinic: ['Clinic', 'Clinic-Patients'],
};

const HOURS = 24;

function hours(...spans: readonly (readonly [number, number, number])[]): readonly number[] {
  return Array.from({ length: HOURS }, (_, hour) =>
    spans.reduce(
      (most, [from, to, share]) => (hour >= from && hour < to ? Math.max(most, share) : most),
      0.02,
    ),
  );
}

/** Share of present clients by hour, on working days and weekends. */
export const PRESENCE: Readonly<Record<PlaceKind, { week: readonly number[]; end: readonly number[] }>> = {
  office: {
    week: hours([7, 9, 0.45], [9, 12, 0.85], [12, 14, 0.7], [14, 17, 0.85], [17, 19, 0.3], [19, 22, 0.08]),
    end: hours([10, 16, 0.06]),
  },
  hotel: {
    week: hours([0, 7, 0.6], [7, 10, 0.7], [10, 16, 0.3], [16, 20, 0.5], [20, 24, 0.75]),
    end: hours([0, 8, 0.7], [8, 11, 0.8], [11, 17, 0.45], [17, 24, 0.85]),
  },
  school: {
    week: hours([7, 8, 0.4], [8, 12, 0.9], [12, 13, 0.7], [13, 17, 0.85], [17, 23, 0.5]),
    end: hours([9, 23, 0.35]),
  },
  shop: { week: hours([9, 12, 0.4], [12, 17, 0.55], [17, 20, 0.8]), end: hours([9, 19, 0.85]) },
  warehouse: {
    week: hours([5, 6, 0.3], [6, 14, 0.8], [14, 22, 0.75], [22, 24, 0.2]),
    end: hours([6, 14, 0.35]),
  },
  clinic: { week: hours([7, 8, 0.4], [8, 18, 0.8], [18, 22, 0.3]), end: hours([8, 18, 0.35], [18, 22, 0.2]) },
};
