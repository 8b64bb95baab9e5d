/** `HH:mm` of a minute of the day, 0 to 1,439. */
export function timeOfMinute(minute: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
