import { leadsTo } from '../crawl.ts'
import type { Judge } from '../judge.ts'

export const shell: Judge = {
  name: 'stands in a shell that keeps the contract and leads to screens',
  faultsIn: async ({ visitor, shell: drawn }, { check }) => {
    const fault = check('Shell', drawn)
    const answers = await Promise.all(leadsTo(drawn).map(async (path) => ({ path, ...(await visitor.get(path)) })))
    return [
      ...(fault ? [`/ui/shell: ${fault}`] : []),
      ...answers.flatMap(({ path, status }) => (status === 200 ? [] : [`${path} in the shell: ${status}`])),
    ]
  },
}
