import type { Judge } from '../judge.ts'

export const refusals: Judge = {
  name: 'keeps the published contract where nothing could be shown, with a screen to draw, and never fails',
  faultsIn: ({ pages }, { check }) =>
    pages.flatMap(({ path, status, body }) => {
      if (status === 200) return []
      const problem = body as { screen?: object } // judged by the contract in the next line
      const fault = check('Problem', body) || (path.startsWith('/ui/screens') && !problem.screen && 'without a screen')
      return status >= 500 || fault ? [`${path}: ${status} ${fault || JSON.stringify(body)}`] : []
    }),
}
