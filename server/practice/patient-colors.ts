/**
 * Colors that white text is legible on (at least 4.5:1) and that differ in hue, so that a guardian tells patients apart at a
 * glance. None is the color of an error, a warning or a success.
 */
export const patientColors = [
  '#6b3fa0',
  '#0b6e6e',
  '#a0366f',
  '#3d5a1f',
  '#1f4fa3',
  '#8a4b2d',
  '#4a4f8c',
  '#7a5c00',
] as const

/** Returns the color of a patient; the same one everywhere. */
export function colorOf(patientId: string): string {
  return patientColors[startOf(patientId)] ?? patientColors[0]
}

/** Returns a color of its own for each of the patients, by id, as long as there are enough colors. */
export function colorsOf(patientIds: readonly string[]): Map<string, string> {
  const colors = new Map<string, string>()
  for (const id of patientIds.toSorted()) {
    const turns = patientColors.map((_, turn) => patientColors[(startOf(id) + turn) % patientColors.length])
    const taken = new Set(colors.values())
    colors.set(id, turns.find((color) => color !== undefined && !taken.has(color)) ?? colorOf(id))
  }
  return colors
}

function startOf(patientId: string): number {
  return Array.from(patientId, (digit) => digit.codePointAt(0) ?? 0).reduce(
    (sum, code) => (sum * 31 + code) % patientColors.length,
    0,
  )
}
