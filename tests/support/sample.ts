import { createHash } from 'node:crypto'

/** At night everything is tried (`npm run test:night`). */
const isNight = process.env.TEST_NIGHT === '1'
/** A run draws it and prints it (tests/run/run-tests.ts); the same seed draws the same sample. */
const seed = process.env.TEST_SEED ?? '1'

/**
 * Returns about one of `oneOf` of what a matrix tries, at least one, drawn anew in each run; at night all of it.
 * `name` tells it from other matrices.
 */
export function sampleOf<T>(name: string, all: readonly T[], oneOf: number): T[] {
  if (isNight) return [...all]
  const drawn = all.map((each, at) => ({ each, place: drawnPlace(`${name} ${at}`) }))
  const least = Math.min(...drawn.map(({ place }) => place))
  return drawn.filter(({ place }) => place === least || place < 1 / oneOf).map(({ each }) => each)
}

/** How many steps to go on: 1 to `most`, drawn for this place; at night 1. */
export function drawnStep(name: string, most: number): number {
  return isNight ? 1 : 1 + Math.floor(drawnPlace(name) * most)
}

/** Returns a number from 0 to 1, without 1. */
function drawnPlace(name: string): number {
  return createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32
}
