import type { BlockOf } from '../../schemas/blocks.ts'
import { blocksOf, crawl } from '../http/crawl/crawl.ts'
import { guestOf } from './guests.ts'
import { linkedScreens } from './linked-screens.ts'
import type { RunningPortal, Visitor } from './portal.ts'

export type Form = BlockOf<'form'>

/** A form of a screen, with somebody who may send it. */
export interface FormOf {
  form: Form
  visitor: Visitor
}

/** Each form that strangers, patients, guests and administrators reach by links, once. */
export async function allForms(portal: RunningPortal): Promise<FormOf[]> {
  const routes = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
  const linked = await linkedScreens(portal, 'lakeside')
  const people: [Visitor, string[]][] = [
    [portal.visitor(), routes],
    [await portal.signIn('maria.alvarez'), [...routes, ...linked]],
    [await guestOf(portal), routes],
    [await portal.signIn('front.desk'), routes],
  ]
  const forms = new Map<string, FormOf>()
  for (const [visitor, start] of people)
    for (const { body } of await crawl(visitor, start, 1)) {
      const within = blocksOf(body, 'form') as unknown as Form[] // by their kind
      for (const form of within) forms.set(`${form.id} ${form.submit.do.action}`, { form, visitor })
    }
  return [...forms.values()]
}
