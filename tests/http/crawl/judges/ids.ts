import { blocksOf } from '../crawl.ts'
import { openedScreens, type Judge } from '../judge.ts'

export const ids: Judge = {
  name: 'names each of its blocks once on a screen, and has one title',
  faultsIn: (crawled) =>
    openedScreens(crawled).flatMap(({ address, screen }) => {
      const names = idsOf(screen.blocks)
      const twice = names.filter((id, at) => names.indexOf(id) !== at)
      const titles = blocksOf(screen, 'text').filter(({ role }) => role === 'title').length
      return [
        ...twice.map((id) => `${address}: ${id} twice`),
        ...(titles === 1 ? [] : [`${address}: ${titles} titles`]),
      ]
    }),
}

function idsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsOf)
  if (typeof value !== 'object' || value === null) return []
  const { kind, id } = value as { kind?: unknown; id?: unknown } // a block
  const inner = Object.entries(value).filter(([name]) => ['blocks', 'tabs'].includes(name))
  return [
    ...(typeof kind === 'string' && typeof id === 'string' ? [id] : []),
    ...inner.flatMap(([, each]) => idsOf(each)),
  ]
}
