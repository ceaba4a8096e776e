import { expect } from 'vitest'
import { mailPaths } from '../../server/features/mail/mail.paths.ts'
import { accountHelpPaths } from '../../server/features/account-help/account-help.paths.ts'
import { staffDocumentPaths } from '../../server/features/clinical-documents/clinical-documents.paths.ts'
import { patientHistoryPaths } from '../../server/features/patient-history/patient-history.paths.ts'
import type { StaffRole } from '../../server/protocol/principal.ts'
import { practiceHeaderPaths } from '../../server/features/practice-header/practice-header.paths.ts'
import type { Effect } from '../../schemas/effect.ts'
import { paths } from '../../server/practice/paths.ts'
import { invitationLink } from '../support/guardians.ts'
import { makeInvoice } from '../support/invoices.ts'
import { pdf } from '../support/files.ts'
import { linkedScreens, paymentOf, visitIn } from '../support/linked-screens.ts'
import { unsentWithFile } from '../support/message-files.ts'
import { filePart } from '../support/multipart.ts'
import { staffInvitationLink } from '../support/staff.ts'
import { prepareRecord } from '../support/record-export.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'
import { mariaN } from '../support/visits.ts'
import { bookFirst, crawl, type Page } from './crawl/crawl.ts'
import type { Role } from './matrix-roles.ts'

/** Of the staff, the owner opens every page. */
const crawling = new Set<Role['kind']>(['patient', 'guardian', 'guest', 'owner'])

/** Returns the pages that the people of the practice can open. */
export async function pagesOf(portal: RunningPortal, roles: Role[]): Promise<Page[]> {
  const routes = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
  const crawled = await Promise.all(
    roles.filter(({ kind }) => crawling.has(kind)).map(({ visitor }) => crawl(visitor, routes, 1)),
  )
  const [, patient] = roles
  const booked = await crawl(
    patient!.visitor,
    [(await bookFirst(patient!.visitor, crawled.flat())).replace('/ui/screens', '')],
    1,
  )
  const invited = await crawl(portal.visitor(), [await invitationLink(portal, 'lakeside'), ...endedLinks], 1)
  const linked = await crawl(patient!.visitor, await linkedScreens(portal, 'lakeside'), 1)
  const searched = await Promise.all(
    roles
      .filter(({ kind }) => kind === 'owner')
      .map(async ({ visitor }) => crawl(visitor, await staffPages(visitor, mariaN))),
  )
  const joining = await crawl(portal.visitor(), [await staffInvitationLink(portal, 'lakeside')], 1)
  return [...crawled.flat(), ...booked, ...invited, ...linked, ...joining, ...searched.flat()].filter(
    ({ status }) => status === 200,
  )
}

/** Links that were sent, and that work no longer. */
export const endedLinks = [paths.resetLink, paths.adminResetLink, accountHelpPaths.confirmEmail, mailPaths.read].map(
  (path) => path({ token: 'a'.repeat(43) }),
)

/** The results of a search, which leads to no address that could be written here, and the page of a patient. */
export async function staffPages(visitor: Visitor, patientN: number): Promise<string[]> {
  const { body } = await visitor.act<{ effects: Effect[] }>('findPatient.byText', { text: String(patientN) })
  const [to] = body.effects
  return [
    to?.type === 'navigate' ? to.to : expect.fail('a search leads to its results'),
    paths.patientPage({ number: patientN }),
    patientHistoryPaths.activity({ number: patientN }),
    staffDocumentPaths.list({ number: patientN }),
  ]
}

/** Files that only the screens of the staff show, with the role that opens them. */
export const staffFiles: ReadonlyMap<string, StaffRole> = new Map([
  [practiceHeaderPaths.picture.route, 'settings'],
  ...Object.values(staffDocumentPaths.files).map(({ route }) => [route, 'records'] as const),
])

/** Files that nobody has without a code that was sent to them; their own tests open them. */
export const provenFiles: readonly string[] = [mailPaths.recordPdf.route, mailPaths.recordXml.route]

/** Returns an address of each of them. */
async function staffAddresses(portal: RunningPortal): Promise<Map<string, string>> {
  const records = await portal.signIn('records.desk')
  const { body } = await records.get(`/ui/regions/clinicalDocuments.ofPatient?patient=${mariaN}`)
  const shown = addressesWithin(body)
  const { route } = practiceHeaderPaths.picture
  return new Map([
    [route, practiceHeaderPaths.picture({ of: 'now', place: 'header' })],
    ...Object.values(staffDocumentPaths.files).map(
      ({ route: file }) =>
        [
          file,
          file.endsWith('/pdf')
            ? exampleOf(`${file}/download`, shown).replace(/\/download$/, '')
            : exampleOf(file, shown),
        ] as const,
    ),
  ])
}

/** Returns an address of each file that Maria may open, as her screens show it, and of those for the staff. */
export async function fileAddresses(portal: RunningPortal): Promise<Map<string, string>> {
  const maria = await portal.signIn('maria.alvarez')
  await paymentOf(portal, { licenseeId: 'lakeside', patientId: String(mariaN) })
  await makeInvoice(maria)
  await visitIn(portal, 48)
  await unsentWithFile(portal, maria)
  await prepareRecord(portal, maria)
  await maria.upload('uploads.addToChart', [{ name: 'category', content: 'Lab results' }, filePart(pdf)])
  const routes = portal.portal.screens.map(({ route }) => route).filter((route) => !route.includes(':'))
  const pages = await crawl(maria, routes)
  const { body: shell } = await maria.get('/ui/shell')
  const shown = [shell, ...pages.map(({ body }) => body)].flatMap(addressesWithin)
  const ofStaff = await staffAddresses(portal)
  const closed = provenFiles.map((route) => route.replace(':token', 'a'.repeat(43)).replace(/:\w+/, '1'))
  const all = [...shown, ...closed]
  return new Map(portal.portal.files.map(({ route }) => [route, ofStaff.get(route) ?? exampleOf(route, all)]))
}

/** A file that is shown in a dialog has the address of its download without its end. */
function exampleOf(route: string, shown: readonly string[]): string {
  if (!route.includes(':')) return route
  const start = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/?]+')}(?=[/?]|$)`)
  return shown.map((address) => start.exec(address)?.[0]).find(Boolean) ?? expect.fail(`no screen shows ${route}`)
}

/** Every text of a screen that is an address of this portal. */
function addressesWithin(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('/') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesWithin) : []
}
