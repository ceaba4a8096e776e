import type { Trend } from '../../schemas/blocks/trend.ts'

/** A share of the width and of the height of the picture, from the left and the top. */
export interface Place {
  x: number
  y: number
}

interface Range {
  top: number
  height: number
  limits: { text: string; y: number }[]
}

/** So that no point is cut off at an edge. */
const margin = { x: 0.03, y: 0.1 }

/** Where the points and the expected values of a trend are drawn. */
export function placesOf({ points, range }: Pick<Trend, 'points' | 'range'>): { places: Place[]; range?: Range } {
  const limits = [range?.high, range?.low].filter((limit) => limit !== undefined)
  const across = scaleOf(points.map(({ at }) => Date.parse(at)))
  const up = scaleOf([...points, ...limits].map(({ value }) => value))
  const yOf = (value: number) => 1 - margin.y - up(value) * (1 - 2 * margin.y)
  const places = points.map(({ at, value }) => ({
    x: margin.x + across(Date.parse(at)) * (1 - 2 * margin.x),
    y: yOf(value),
  }))
  if (limits.length === 0) return { places }
  const top = range?.high ? yOf(range.high.value) : 0
  const bottom = range?.low ? yOf(range.low.value) : 1
  return {
    places,
    range: { top, height: bottom - top, limits: limits.map(({ text, value }) => ({ text, y: yOf(value) })) },
  }
}

/** From 0 for the least to 1 for the greatest of them; a half if they are all the same. */
function scaleOf(values: readonly number[]): (value: number) => number {
  const [least, greatest] = [Math.min(...values), Math.max(...values)]
  return (value) => (least === greatest ? 0.5 : (value - least) / (greatest - least))
}
