import type { Stage } from './stage/stage.ts'

/** A line of the table. */
export interface Row {
  what: string
  figure: string
  /** As the issue words it; empty where a figure is only reported. */
  target: string
  /** Undefined where there is nothing to keep. */
  kept?: boolean
  /** A line each. */
  how: string[]
}

export interface BenchTools {
  /** A folder of this run, removed at its end. */
  folder: string
  /** The portal that the measures share: on PGlite, with nobody else at it. */
  stage: () => Promise<Stage>
  /** Says what is going on, for who waits. */
  say: (text: string) => void
  /** Where the portal's CPU profiles go; without it none are taken. */
  profiles?: string
}

export interface Measure {
  name: string
  /** Loads the built client from the portal. */
  needsClient?: boolean
  run(tools: BenchTools): Promise<Row[]>
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value below which a part of all lies. Throws without values: a figure of nothing would look like a good one. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (value === undefined) throw new Error('nothing was measured')
  return value
}

/** What a call takes, in milliseconds. */
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
