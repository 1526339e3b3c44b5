import { DAY, HOUR, MINUTE } from '@airloom/contract/time';
import { type SimulatedNetwork } from './simulated-network.ts';

export const OFFICE = { ssid: 'Office', band: '5G' } as const;
const GUESTS = { ssid: 'Guests', band: '2G' } as const;
export const ADA = { mac: '02:00:00:00:00:01', hostname: 'laptop-ada', up: 1_300, down: 9_100 };
const BO = { mac: '02:00:00:00:00:02', hostname: 'iPhone-of-Bo', up: 200, down: 4_000 };
const PRINTER = { mac: '02:00:00:00:00:03', hostname: 'printer-1', up: 3, down: 11 };
const CAMERA = { mac: '02:00:00:00:00:04', hostname: 'ipcam-2', up: 90_000, down: 70 };
const CY = { mac: '02:00:00:00:00:05', hostname: 'pixel-cy', up: 10, down: 20 };
const DEE = { mac: '02:00:00:00:00:06', hostname: 'galaxy-dee', up: 77, down: 770 };

/** Adds the client sessions of the simulation. */
export function addSessions(simulated: SimulatedNetwork, start: number): void {
  const hours = (count: number, minutes = 0) => start + count * HOUR + minutes * MINUTE;
  simulated.session({ ...ADA, ...OFFICE, device: 'east', signal: -50, from: hours(0, 10), to: hours(8, 30) });
  // Roams, and is at another site later.
  simulated.session({ ...BO, ...OFFICE, device: 'east', signal: -60, from: hours(1, 5), to: hours(1, 45) });
  simulated.session({
    ...BO,
    ...OFFICE,
    band: '2G',
    device: 'west',
    signal: -70,
    from: hours(1, 45),
    to: hours(3, 20),
    retries: 9,
  });
  simulated.session({ ...BO, ...OFFICE, device: 'tower', signal: -60, from: hours(7), to: hours(7, 30) });
  simulated.session({
    ...PRINTER,
    ...GUESTS,
    device: 'tower',
    signal: -80,
    from: hours(2),
    to: hours(7, 40),
  });
  simulated.session({
    ...CAMERA,
    ...GUESTS,
    band: '5G',
    device: 'tower',
    signal: -88,
    from: hours(5, 30),
    to: hours(6, 40),
  });
  simulated.session({ ...CY, ...GUESTS, device: 'west', signal: -60, from: hours(6, 10), to: hours(6, 30) });
  const later = 2 * DAY;
  simulated.session({
    ...ADA,
    ...OFFICE,
    device: 'west',
    signal: -50,
    from: hours(3, 10) + later,
    to: hours(3, 50) + later,
  });
  simulated.session({
    ...DEE,
    ...GUESTS,
    device: 'tower',
    signal: -70,
    from: hours(3, 5) + later,
    to: hours(3, 55) + later,
  });
  const week = 7 * DAY;
  simulated.session({
    ...BO,
    ...OFFICE,
    device: 'east',
    signal: -60,
    from: hours(1, 5) + week,
    to: hours(2) + week,
  });
  simulated.session({
    ...DEE,
    ...OFFICE,
    device: 'west',
    signal: -60,
    from: hours(1, 9) + week,
    to: hours(2) + week,
  });
}
