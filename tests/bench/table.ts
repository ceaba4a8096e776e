import type { Row } from './measured.ts'

const heads = ['What', 'Figure', 'Target', '', 'How it was measured'] as const

/** All rows as one text table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [[...heads], ...rows.map(({ what, figure, target, kept, how }) => [what, figure, target, verdict(kept), how])]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const drawn = lines.map((line) => line.map((cell, column) => (column === heads.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '))
  const rule = widths.map((width, column) => '-'.repeat(column === heads.length - 1 ? heads[4].length : width)).join('  ')
  return [drawn[0], rule, ...drawn.slice(1)].join('\n')
}

function verdict(kept: boolean | undefined): string {
  if (kept === undefined) return ''
  return kept ? 'kept' : 'missed'
}
