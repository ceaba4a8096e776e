import { opened, type Judge } from '../judge.ts'

export const contract: Judge = {
  name: 'keeps the published contract on every screen and region',
  faultsIn: (crawled, { check }) =>
    opened(crawled).flatMap(({ path, body }) => {
      const fault = check(path.startsWith('/ui/regions') ? 'RegionContent' : 'Screen', body)
      return fault ? [`${path}: ${fault}`] : []
    }),
}
