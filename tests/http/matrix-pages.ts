import { expect } from 'vitest'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { invitationLink } from '../support/guardians.ts'
import { makeInvoice, statementDays } from '../support/invoices.ts'
import { linkedScreens, paymentOf, visitIn } from '../support/linked-screens.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { mariaN } from '../support/visits.ts'
import { bookFirst, crawl, type Page } from './contract-crawl.ts'
import type { Role } from './matrix-roles.ts'

/** Returns the pages that the patient and the admin of the practice can open. */
export async function pagesOf(portal: RunningPortal, roles: Role[]): Promise<Page[]> {
  const routes = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
  const crawled = await Promise.all(roles.filter(({ kind }) => kind).map(({ visitor }) => crawl(visitor, routes, 1)))
  const [, patient] = roles
  const booked = await crawl(
    patient!.visitor,
    [(await bookFirst(patient!.visitor, crawled.flat())).replace('/ui/screens', '')],
    1,
  )
  const invited = await crawl(portal.visitor(), [await invitationLink(portal, 'lakeside')], 1)
  const linked = await crawl(patient!.visitor, await linkedScreens(portal, 'lakeside'), 1)
  return [...crawled.flat(), ...booked, ...invited, ...linked].filter(({ status }) => status === 200)
}

/** Returns the number of the record in the first row of a list. */
async function firstRow(visitor: Visitor, region: string): Promise<string> {
  const { body } = await visitor.get<RegionContent>(`/ui/regions/${region}`)
  const [list] = [...blocksOf(body.blocks, 'table'), ...blocksOf(body.blocks, 'list')]
  return list?.rows[0]?.id.replace(/\D+/, '') ?? expect.fail(`${region} is empty`)
}

/** Returns the address of a file that came with a message. */
async function attachmentOf(visitor: Visitor): Promise<string> {
  const list = await visitor.get<Screen>('/ui/screens/user/home/Messages?size=20')
  const row = blocksOf(list.body.blocks, 'list')[0]?.rows.find(({ line }) => line?.startsWith('With an attachment'))
  const message = row?.id.replace('message-', '') ?? expect.fail('no message has an attachment')
  const thread = await visitor.get<Screen>(`/ui/screens/user/home/Messages?message=${message}`)
  const files = blocksOf(thread.body.blocks, 'thread').flatMap(({ entries }) =>
    entries.flatMap((each) => each.files ?? []),
  )
  return files[0]?.href ?? expect.fail('the attachment is not shown')
}

/** Returns a file address of each file route that Maria may open. */
export async function fileAddresses(portal: RunningPortal): Promise<Map<string, string>> {
  const maria = await portal.signIn('maria.alvarez')
  const payment = await paymentOf(portal, { licenseeId: 'lakeside', patientId: String(mariaN) })
  const [day] = await statementDays(maria)
  const documents = '/user/home/clinicaldocuments'
  const labOrders = '/user/home/LabOrdering'
  const visits = '/user/home/Myrecord/visits'
  const results = '/user/home/resultdocument'
  const [document, labOrder, result, visit] = await Promise.all([
    firstRow(maria, 'clinicalDocuments.list'),
    firstRow(maria, 'labOrders.list'),
    firstRow(maria, 'testResults.list'),
    firstRow(maria, 'myRecords.visits'),
  ])
  // The document of a new result is there once she has seen the result.
  await maria.act('testResults.open', { result })
  return new Map([
    ['/practice/front-photo', '/practice/front-photo'],
    ['/practice/mark', '/practice/mark'],
    ['/user/home/appointments/calendar/:id', `/user/home/appointments/calendar/${await visitIn(portal, 48)}`],
    ['/practice/photos/:of/:id', '/practice/photos/providers/101'],
    ['/user/home/Messages/:message/attachment/:id', await attachmentOf(maria)],
    ...['', '/download', '/print'].map(
      (use) => [`${results}/:id/pdf${use}`, `${results}/${result}/pdf${use}`] as const,
    ),
    ['/payment/printReceipt/:payment/pdf', `/payment/printReceipt/${payment}/pdf`],
    ['/user/invoice/:number/pdf', `/user/invoice/${await makeInvoice(maria)}/pdf`],
    ['/user/home/Statements/:day/pdf', `/user/home/Statements/${day}/pdf`],
    ['/practice/logo', '/practice/logo'],
    ...['/pdf', '/pdf/download', '/pdf/print', '/xml'].map(
      (use) => [`${visits}/:id${use}`, `${visits}/${visit}${use}`] as const,
    ),
    ...['', '/download', '/print'].map(
      (use) => [`${documents}/:id/pdf${use}`, `${documents}/${document}/pdf${use}`] as const,
    ),
    ...['', '/download', '/print'].map(
      (use) => [`${labOrders}/:id/pdf${use}`, `${labOrders}/${labOrder}/pdf${use}`] as const,
    ),
  ])
}
