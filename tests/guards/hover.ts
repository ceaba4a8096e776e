import type { RepositoryFile } from './repository.ts'

/**
 * The rules of style sheets that look at a pointer that hovers, where there may be none: on a phone the look stays on
 * what was touched last.
 */
export function hoverEverywhere(sheets: readonly RepositoryFile[]): string[] {
  return sheets.flatMap(({ path, text }) =>
    rulesOf(text)
      .filter(
        ({ selector, within }) =>
          selector.includes(':hover') && !within.some((each) => each.includes('(hover: hover)')),
      )
      .map(({ selector }) => `${path}: ${selector} outside of @media (hover: hover)`),
  )
}

interface StyleRule {
  selector: string
  /** The at-rules around it. */
  within: string[]
}

function rulesOf(text: string): StyleRule[] {
  const rules: StyleRule[] = []
  const open: string[] = []
  const plain = text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  for (const [, before = '', brace] of plain.matchAll(/([^{};]*)([{};])/g)) {
    const head = before.trim()
    if (brace === '}') open.pop()
    if (brace !== '{') continue
    if (!head.startsWith('@')) rules.push({ selector: head, within: [...open] })
    open.push(head)
  }
  return rules
}
