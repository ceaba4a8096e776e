import { failedLinks } from '../crawl.ts'
import type { Judge } from '../judge.ts'

export const links: Judge = {
  name: 'leads only to screens that open, or for which a visitor can sign in',
  faultsIn: ({ visitor, pages, isSignedIn }) =>
    failedLinks(
      visitor,
      pages.filter(({ status }) => isSignedIn || status !== 401),
    ),
}
