import type { Crawled } from '../../http/crawl/judge.ts'
import type { Page } from '../../http/crawl/crawl.ts'

const screens = '/ui/screens'

/** Two practices are two looks: these are opened in the colors of each. */
const inEachPractice = new Set(['/', '/user/login', '/user/home/dashboard', '/user/home/appointments'])

/**
 * The addresses of the screens that look like none in `seen`, which is completed: what is in them differs by more than
 * its words.
 */
export function addressesToOpen({ practice, pages }: Pick<Crawled, 'practice' | 'pages'>, seen: Set<string>): string[] {
  return pages.flatMap((page) => {
    if (!page.path.startsWith(screens)) return []
    const look = lookOf(page, pages, practice)
    if (seen.has(look)) return []
    seen.add(look)
    return [page.path.slice(screens.length)]
  })
}

function lookOf(page: Page, pages: readonly Page[], practice: string): string {
  const regions = pages.filter(({ path, from }) => from === page.path && !path.startsWith(screens))
  const parts = new Set([page, ...regions].flatMap(({ body }) => partsOf(body)))
  const theme = inEachPractice.has(page.name) ? practice : ''
  // What cannot be shown is the same screen wherever it stands.
  const what = page.status === 200 ? page.name : String(page.status)
  return [what, theme, ...[...parts].sort()].join(' ')
}

/** Every part of a screen, each as its kind, its role, and what it has. */
function partsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(partsOf)
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(partsOf)
  const { kind, role, tone } = value as { kind?: unknown; role?: unknown; tone?: unknown }
  return typeof kind === 'string' ? [[kind, role, tone, ...Object.keys(value).sort()].join(), ...inside] : inside
}
