import type { Shell } from '../../../schemas/shell.ts'
import { chargeInstallments } from '../../../server/features/payments/installments/charge-installments.ts'
import { postPayment } from '../../../server/features/payments/post-payment.ts'
import { people } from '../../../server/sandbox/seed/people.ts'
import { payByCard } from '../../support/card-payment.ts'
import { guestOf } from '../../support/guests.ts'
import { agree, makeDue } from '../../support/installments.ts'
import { makeInvoice } from '../../support/invoices.ts'
import { runDueJobs, runNow } from '../../support/jobs.ts'
import { linkedScreens } from '../../support/linked-screens.ts'
import type { Login, RunningPortal, Visitor } from '../../support/portal.ts'
import { bookFirst, crawl, type Page } from './crawl.ts'
import type { Crawled } from './judge.ts'

export interface Person extends Pick<Crawled, 'practice' | 'patients'> {
  who: string
  /** Without it somebody who is not signed in. */
  enter?: (portal: RunningPortal) => Promise<Visitor>
  /** What leads to pages that nobody finds without an id in their address, once the others are open. */
  further?: (portal: RunningPortal, visitor: Visitor, pages: readonly Page[]) => Promise<string[]>
  /** How many pages and files are opened at least, and how many empty lists are among them. */
  least: [pages: number, files: number, emptyLists: number]
  /** An address that must be among them. */
  among?: RegExp
}

const login = (name: Login) => (portal: RunningPortal) => portal.signIn(name)
const { mariaAlvarez, noraQuinn, lucasAlvarez, eleanorWhitfield, benCarter } = people

/** Ten kinds of people, and what they see at least. */
export const everybody: Person[] = [
  { who: 'a visitor of Lakeside', practice: 'lakeside', patients: [], least: [8, 0, 0] },
  {
    who: 'a patient of Lakeside, who has paid, also in installments',
    practice: 'lakeside',
    patients: [mariaAlvarez.patientN],
    enter: payer,
    further: async (portal, maria, pages) => [
      ...(await linkedScreens(portal, 'lakeside')),
      await afterBooking(maria, pages),
      '/user/home/ActivityLog?from=2020-01-01&to=2099-01-01',
      '/user/home/Myrecord/pharmacy?name=nothing',
      '/user/bookappointment/provider/slots?type=inoffice&by=provider&provider=108', // without times
      '/user/bookappointment/closure?origin=upload',
      '/nowhere',
    ],
    least: [80, 10, 1],
    among: /printReceipt\?payment=[^&]*\./, // of an installment
  },
  {
    who: 'a patient of Lakeside with nothing yet',
    practice: 'lakeside',
    patients: [noraQuinn.patientN],
    enter: login('new.patient'),
    further: async () => ['/user/home/ActivityLog?from=2020-01-01&to=2020-01-02'],
    least: [40, 0, 10],
  },
  {
    who: 'a guardian of Lakeside',
    practice: 'lakeside',
    patients: [lucasAlvarez.patientN],
    enter: login('g.alvarez@example.com'),
    least: [40, 0, 1],
  },
  {
    who: 'the front desk of Lakeside',
    practice: 'lakeside',
    patients: 'all',
    enter: login('front.desk'),
    least: [20, 0, 1],
  },
  {
    who: 'the owner of Lakeside',
    practice: 'lakeside',
    patients: 'all',
    enter: login('practice.owner'),
    least: [20, 0, 0],
  },
  {
    who: 'a guest of Lakeside',
    practice: 'lakeside',
    patients: [eleanorWhitfield.patientN],
    enter: async (portal) => {
      const guest = await guestOf(portal)
      await makeInvoice(guest)
      return guest
    },
    least: [5, 1, 0],
  },
  { who: 'a visitor of Northgate', practice: 'northgate', patients: [], least: [4, 0, 0] },
  {
    who: 'a patient of Northgate',
    practice: 'northgate',
    patients: [benCarter.patientN],
    enter: login('ben.carter'),
    further: async (_portal, ben, pages) => [await afterBooking(ben, pages)],
    least: [20, 0, 0],
  },
  {
    who: 'an admin of Northgate',
    practice: 'northgate',
    patients: 'all',
    enter: login('office.lead'),
    least: [20, 0, 0],
  },
]

/** Maria, with a receipt, an invoice, and installments of which one was charged. */
async function payer(portal: RunningPortal): Promise<Visitor> {
  const maria = await portal.signIn('maria.alvarez')
  await payByCard(portal, maria, { amount: '10.00' })
  await makeInvoice(maria)
  await agree(portal, maria)
  await makeDue(portal, 1)
  await runNow(portal, chargeInstallments)
  await runDueJobs(portal, postPayment)
  return maria
}

const afterBooking = async (visitor: Visitor, pages: readonly Page[]) =>
  (await bookFirst(visitor, pages)).replace('/ui/screens', '')

/** Opens every page that has no id in its address, and what these lead to. */
export async function openAll(portal: RunningPortal, { practice, patients, enter, further }: Person): Promise<Crawled> {
  const visitor = enter ? await enter(portal) : portal.visitor(`${practice}.localhost`)
  const routes = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
  const pages = await crawl(visitor, routes)
  if (further) pages.push(...(await crawl(visitor, await further(portal, visitor, pages), 1)))
  const { body: shell } = await visitor.get<Shell>('/ui/shell')
  return { visitor, isSignedIn: enter !== undefined, practice, patients, shell, pages }
}
