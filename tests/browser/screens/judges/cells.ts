import type { ScreenJudge } from '../judge.ts'

export const cells: ScreenJudge = {
  name: 'breaks no word in the cell of a table',
  faultsOn: (page) =>
    page.locator('main tbody :is(th, td:not([class*=acts]))').evaluateAll((all) => {
      const linesOf = (node: Node, { index, 0: word }: RegExpExecArray) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      }
      return all.flatMap((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        const broken: string[] = []
        while (texts.nextNode()) {
          const node = texts.currentNode
          const words = [...(node.textContent ?? '').matchAll(/[^\s-]+/g)].filter(([word]) => !word.includes('/')) // addresses, and units
          broken.push(...words.filter((word) => linesOf(node, word) > 1).map(([word]) => word))
        }
        return broken
      })
    }),
}
