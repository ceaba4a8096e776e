import type { Explanation } from '../../../../server/protocol/explain.ts'
import { idsWithin } from '../../../../server/protocol/blocks-within.ts'
import { openedScreens, type Judge } from '../judge.ts'

/** Of an integrator, who may have each screen explained as the person sees it. */
const integratorToken = 'a-token-for-integrators-in-tests'

export const explanation: Judge = {
  name: 'is explained, and nothing that is there is called absent',
  faultsIn: async (crawled, { portal }) => {
    portal.portal.integratorToken = integratorToken
    const faults: string[] = []
    for (const { address, screen } of openedScreens(crawled)) {
      const page = `/ui/screens${address}`
      const { status, body } = await crawled.visitor.get<Explanation>(
        `${page}${address.includes('?') ? '&' : '?'}explain=1`,
        { authorization: `Bearer ${integratorToken}` },
      )
      if (status !== 200 || !body.drawn) {
        // Meanwhile it may have become too late for what the page offered.
        if ((await crawled.visitor.get(page)).status === 200) faults.push(`${address}: ${status} ${body.because ?? ''}`)
      } else {
        const drawn = idsWithin(screen)
        const wrong = body.blocks.filter(({ block, shown }) => !shown && drawn.has(block))
        faults.push(...wrong.map(({ block }) => `${address}: ${block} is called absent`))
      }
    }
    return faults
  },
}
