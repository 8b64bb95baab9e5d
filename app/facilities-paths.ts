/** All facilities of a place, `{level}/{id}`; the company's id is 0. */
export function facilitiesPath(place: string): string {
  return `/facilities/${place}`;
}

export function facilitiesDataPath(place: string): string {
  return `/facilities-data/${place}`;
}
