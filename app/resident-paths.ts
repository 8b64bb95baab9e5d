export function residentPath(id: number): string {
  return `/residents/${id}`;
}
