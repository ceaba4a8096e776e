import type { ScreenJudge } from '../judge.ts'

/** From this width on people point with a mouse, and there is room for a line. */
const wide = 960

export const rowActions: ScreenJudge = {
  name: 'has the actions of a row in one line, and on a phone each at least 44 px high',
  at: [1280, 320],
  faultsOn: (page) =>
    page.locator('main tbody tr [class*=acts]').evaluateAll(
      (cells, from) =>
        cells.flatMap((cell) => {
          // A menu is drawn by its button.
          const shown = [...cell.children].map((own) => own.querySelector('button') ?? own)
          const boxes = shown
            .filter((own) => own.matches('a, button') && own.checkVisibility())
            .map((own) => own.getBoundingClientRect())
          const words = cell.textContent?.trim() ?? ''
          if (innerWidth < from)
            return boxes
              .filter(({ height }) => Math.round(height) < 44)
              .map(({ height }) => `${words}: ${Math.round(height)} px high`)
          const lines = new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2))).size
          return lines > 1 ? [`${words}: in ${lines} lines`] : []
        }),
      wide,
    ),
}
