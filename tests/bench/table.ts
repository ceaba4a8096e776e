import type { Row } from './measured.ts'

const heads = ['What', 'Figure', 'Target', 'Verdict', 'How it was measured']

/** All rows as one text table. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [heads, ...rows.flatMap(linesOf)]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const [head = '', ...rest] = lines.map((line) =>
    line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  )
  const rule = widths.map((width) => '-'.repeat(width)).join('  ')
  return [head, rule, ...rest].map((line) => line.trimEnd()).join('\n')
}

/** The first line has all columns; the lines below hold the rest of `how`. */
function linesOf({ what, figure, target, kept, how: [first = '', ...more] }: Row): string[][] {
  return [[what, figure, target, verdict(kept), first], ...more.map((line) => ['', '', '', '', line])]
}

function verdict(kept: boolean | undefined): string {
  if (kept === undefined) return ''
  return kept ? 'kept' : 'missed'
}
