import { staysTooWide } from '../../axe.ts'
import type { ScreenJudge } from '../judge.ts'

export const fits: ScreenJudge = {
  name: 'fits the window',
  faultsOn: async (page) => ((await staysTooWide(page)) ? ['it scrolls sideways'] : []),
}
