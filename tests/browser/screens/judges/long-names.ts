import { people } from '../../../../server/sandbox/seed/people.ts'
import { staysTooWide } from '../../axe.ts'
import type { ScreenJudge } from '../judge.ts'

/** A word of 60 letters, the most that a name may have; no browser breaks it by itself. */
export const longName = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis'

const names = [...new Set(Object.values(people).flatMap(({ firstName, lastName }) => [firstName, lastName]))]

export const longNames: ScreenJudge = {
  name: 'fits with names of 60 letters',
  at: [768, 320],
  faultsOn: async (page) => {
    const lengthened = await page.evaluateHandle(
      ({ long, known }) => {
        const name = new RegExp(`\\b(${known.join('|')})\\b`, 'g')
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const before = new Map<Text, string>()
        while (texts.nextNode()) {
          const text = texts.currentNode as Text // the walker shows nothing else
          if (text.data.search(name) >= 0) before.set(text, text.data)
        }
        for (const [text, words] of before) text.data = words.replaceAll(name, long)
        return before
      },
      { long: longName, known: names },
    )
    const isWide = await staysTooWide(page)
    await lengthened.evaluate((before) => before.forEach((words, text) => (text.data = words)))
    return isWide ? ['it scrolls sideways'] : []
  },
}
