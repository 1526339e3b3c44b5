import { readFile } from 'node:fs/promises';
import { type Json, readJson, recordIn, recordsIn, textIn, textsIn } from '../json.ts';
import { PLACE_KINDS, type Place } from '../simulation/places.ts';
import type { FleetOptions } from './fleet.ts';

/** `{ places: [{ kind, name, zone, country, buildings }], codes: { <site name>: <claim code> } }` */
export async function readPlan(path: string): Promise<Pick<FleetOptions, 'places' | 'codes'>> {
  const plan = readJson(await readFile(path, 'utf8'));
  if (plan === null) throw new Error(`${path} is no plan of a fleet`);
  const codes = Object.entries(recordIn(plan['codes'])).flatMap(([site, code]) => {
    const text = textIn(code);
    return text === null ? [] : [[site, text] as const];
  });
  const places = recordsIn(plan['places']).map((one) => placeIn(one, path));
  if (places.length === 0) throw new Error(`${path} has no places`);
  return { places, codes: Object.fromEntries(codes) };
}

export function placeIn(value: Json, path: string): Place {
  const kind = PLACE_KINDS.find((known) => known === value['kind']);
  const [name, zone, country] = [textIn(value['name']), textIn(value['zone']), textIn(value['country'])];
  if (kind === undefined || name === null || zone === null || country === null) {
    throw new Error(`${path} has a place without kind, name, zone or country`);
  }
  return { kind, name, zone, country, buildings: textsIn(value['buildings']) };
}
