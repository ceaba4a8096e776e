import type { BenchFixture } from './fixture/bench-fixture.ts'

/** One row of the table. */
export interface Row {
  what: string
  figure: string
  /** As worded in the issue; empty if the figure is only reported. */
  target: string
  /** Whether the target was met; undefined if there is no target. */
  kept?: boolean
  /** One line each. */
  how: string[]
}

export interface BenchServices {
  /** A folder of this run, removed at its end. */
  folder: string
  /** The portal that the measures share: on PGlite, with no other users. */
  fixture: () => Promise<BenchFixture>
  /** Reports progress to the person who waits. */
  say: (text: string) => void
  /** The folder for the portal's CPU profiles and Lighthouse's reports; without it none are recorded. */
  profiles?: string
  /** How often the portal is killed while people pay. */
  kills: number
}

export interface Measure {
  name: string
  /** Whether the measure loads the built client from the portal. */
  needsClient?: boolean
  run(services: BenchServices): Promise<Row[]>
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * Returns the value below which the fraction `part` of all values lies. Throws without values, because the quantile of
 * no values would look like a good result.
 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (value === undefined) throw new Error('nothing was measured')
  return value
}

/** Returns the duration of a call, in milliseconds. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await call()
  return performance.now() - began
}

export function atLeast(value: number, target: number): Pick<Row, 'figure' | 'target' | 'kept'> {
  return { figure: value.toFixed(2), target: `≥ ${target}`, kept: value >= target }
}

export function atMost(value: number, target: number): Pick<Row, 'figure' | 'target' | 'kept'> {
  return { figure: value.toFixed(2), target: `≤ ${target}`, kept: value <= target }
}
