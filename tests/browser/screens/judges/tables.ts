import { wideTables } from '../../axe.ts'
import type { ScreenJudge } from '../judge.ts'

export const tables: ScreenJudge = {
  name: 'has no table that scrolls sideways',
  at: [1280, 768],
  faultsOn: wideTables,
}
