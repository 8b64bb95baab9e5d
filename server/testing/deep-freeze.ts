export function deepFreeze<Answer>(answer: Answer): Answer {
  if (typeof answer === "object" && answer !== null) {
    Object.values(Object.freeze(answer)).forEach(deepFreeze);
  }
  return answer;
}
