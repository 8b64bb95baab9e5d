export function timeOfMinute(minute: number): string {
  return clockText(Math.floor(minute / 60), minute);
}

export function timeOfDayText(minute: number): string {
  const hours = Math.floor(minute / 60);
  return `${clockText(hours % 12 || 12, minute)} ${hours < 12 ? "AM" : "PM"}`;
}

function clockText(hours: number, minute: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(hours)}:${two(minute % 60)}`;
}
