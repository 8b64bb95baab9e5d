/** One line of a graph: rates, and their denominators in the unit of the measure. */
export interface MeasureLine {
  rates: readonly (number | null)[];
  denominators: readonly (number | null)[];
}
