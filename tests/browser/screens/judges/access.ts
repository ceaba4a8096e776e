import { violationsOn } from '../../axe.ts'
import type { ScreenJudge } from '../judge.ts'

export const access: ScreenJudge = {
  name: 'is open to everybody: WCAG 2.2 A and AA, contrast and the size of targets included',
  at: [1280, 320], // every element is shown in one of its two forms
  faultsOn: violationsOn,
}
