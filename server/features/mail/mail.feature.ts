import Type from 'typebox'
import { closed } from '../../../schemas/base.ts'
import { directNotifications, patientDisabled } from '../../practice/extension-points.ts'
import { messageWays, readMessagesFrame, sentToOthers } from '../../practice/message-parts.ts'
import type { Drafts } from '../../practice/drafts/draft-actions.ts'
import { listedDrafts } from '../../practice/drafts/drafts.blocks.ts'
import { paths } from '../../practice/paths.ts'
import { visitRecordPicker } from '../../practice/visit-record-picker.ts'
import { callOffice, switchedOff } from '../../protocol/admit.ts'
import type { Context } from '../../protocol/context.ts'
import { feature, screen } from '../../protocol/definitions.ts'
import { Failure } from '../../protocol/failure.ts'
import { lastPageOf, pageParameters, pageRequestOf } from '../../protocol/paging.ts'
import { actingPrincipal } from '../../protocol/principal.ts'
import type { Services } from '../../services.ts'
import { composeMailScreen, keptMailScreen } from './compose.screens.ts'
import { deliverMail, forgetMailFiles } from './deliver-mail.ts'
import { mailActs, ownPatient } from './mail-acts.ts'
import { mailTopic, openMail } from './mail-content.ts'
import { endSilentMails, hearReport } from './hear-report.ts'
import { listedMailDrafts, mailDrafts, writeOn } from './mail-drafts.ts'
import { mailMessages } from './mail.messages.ts'
import { mailPaths } from './mail.paths.ts'
import { everyWay, sizes, type Way } from './mail.rules.ts'
import { mailSettings } from './mail.settings.ts'
import { guarded, guardedWay, mailWays, recordsAttachable } from './mail-ways.ts'
import { countFailed, countMails, mailOf, mailsOf } from './mails.store.ts'
import { readMailPage } from './read-mail.ts'
import { stopMailsOf } from './secure-mails.store.ts'
import { sendDirectly, sendSecurely, sendSimple, type SendServices } from './send-mail.ts'
import { sentBlocks, sentMailScreen, type SentPlace } from './sent.screens.ts'

const Text = Type.Optional(Type.String({ maxLength: 400 }))

/** How many of them show above what was sent to the office. */
const mostAbove = 3

/** Attaches visit records to a mail of one way. */
function pickerOf(services: SendServices, way: Way, begun: Drafts) {
  const { name, offered } = mailWays[way]
  return visitRecordPicker(services, {
    name,
    guarded: { ...guardedWay(way), offered: (reads) => offered(reads) && recordsAttachable(reads) },
    none: way === 'direct' ? 'No Visit Records Found' : 'No CCDA Data Found',
    addressOf: (records, draft) => mailPaths[way]({ records, draft }),
    keep: (context, { draft, records }) => begun.attach(context, draft, { records }),
  })
}

/** Mail to people outside of the practice (specification 2 §2.7, §2.16). */
export const mail = feature('mail', (services: SendServices & Pick<Services, 'uses'>) => {
  const { db, uses } = services
  // Without a HISP there is no Direct mail.
  const ways: readonly Way[] = everyWay.filter((way) => way !== 'direct' || services.direct)
  const begun = {
    direct: mailDrafts(services, 'direct'),
    secure: mailDrafts(services, 'secure'),
    simple: mailDrafts(services, 'simple'),
  }
  const pickers = {
    direct: pickerOf(services, 'direct', begun.direct),
    secure: pickerOf(services, 'secure', begun.secure),
    simple: pickerOf(services, 'simple', begun.simple),
  }
  const securely = sendSecurely(services, pickers.secure)
  const { send, sendAnyway } = sendSimple(services, { picker: pickers.simple, securely })
  const sends = { direct: sendDirectly(services, pickers.direct), secure: securely, simple: send }
  // What was begun stays, also when its way is lost.
  const actionsOf = (way: Way) => [
    begun[way].remove,
    ...(ways.includes(way) ? [sends[way], begun[way].save, ...pickers[way].actions] : []),
  ]
  const goOn = writeOn(services, { ways, begun })
  const acts = mailActs(services)
  const reading = readMailPage(services)

  const patientOf = (context: Context) => {
    const patient = ownPatient(context)
    context.dependsOn(mailTopic(patient))
    return patient
  }
  const readerOf = (context: Context) => ({
    accountId: actingPrincipal(context).accountId,
    timeZone: context.licensee.timeZone,
    now: context.now(),
  })

  /** Mails are stored encrypted: a search reads all of a patient. */
  async function search(context: Context, { search: words }: SentPlace) {
    const needle = words.toLowerCase()
    const all = await mailsOf(db, { ...patientOf(context) })
    return all
      .map((row) => openMail(services, row))
      .filter(({ content: { to, subject, text } }) =>
        [to, subject, text].some((each) => each.toLowerCase().includes(needle)),
      )
  }

  async function loadSent(context: Context, place: SentPlace) {
    const patient = patientOf(context)
    const matches = place.search === '' ? undefined : await search(context, place)
    const total = matches?.length ?? (await countMails(db, patient))
    const page = Math.min(place.page, lastPageOf(total, place.size))
    const first = (page - 1) * place.size
    const shown =
      matches?.slice(first, first + place.size) ??
      (await mailsOf(db, { ...patient, first, most: place.size })).map((row) => openMail(services, row))
    const row = place.mail === undefined ? undefined : await mailOf(db, { ...patient, id: place.mail })
    if (place.mail !== undefined && !row) throw new Failure('mail.unknown', { status: 404 })
    return sentMailScreen({
      frame: await readMessagesFrame(context, uses),
      place: { ...place, page },
      mails: shown,
      total,
      open: row && openMail(services, row),
      actions: acts,
      ...readerOf(context),
    })
  }

  function composeScreen(way: Way) {
    return screen({
      ...guarded,
      route: mailPaths[way].route,
      under: paths.messages.route,
      about: mailWays[way].title,
      query: closed({ records: Text, draft: Text, form: Text }),
      rules: { way: mailWays[way].offered },
      actions: [...actionsOf(way), goOn],
      load: async (context, { query: { records, draft, form } }) => {
        const isOffered = context.show('way', mailWays[way].offered) && ways.includes(way)
        const written = await begun[way].open(context, { draft, form })
        if (!isOffered) {
          const { draft: kept } = written
          if (!kept) throw switchedOff(context, guardedWay(way).off)
          const frame = await readMessagesFrame(context, uses)
          return keptMailScreen({ ...written, draft: kept, way, frame, goOn, call: callOffice(context) })
        }
        const chosen = { records, draft: written.id }
        return composeMailScreen({
          ...written,
          way,
          frame: await readMessagesFrame(context, uses),
          send: sends[way],
          records,
          picker: recordsAttachable(context) ? await pickers[way].blocks(context, chosen) : undefined,
        })
      },
    })
  }

  return {
    settings: Object.values(mailSettings),
    messages: mailMessages,
    actions: [...everyWay.flatMap(actionsOf), goOn, sendAnyway, ...Object.values(acts), ...reading.actions],
    forms: () => [reading.codeSchema],
    files: reading.files,
    jobs: [deliverMail.using(services), forgetMailFiles.using(services), endSilentMails.using(services)],
    extends: [
      ...ways.map((way) =>
        messageWays.add({
          id: way,
          label: mailWays[way].part,
          text: mailWays[way].text,
          isExternal: true,
          to: mailPaths[way](),
          offered: mailWays[way].offered,
        }),
      ),
      ...everyWay.map((way) => listedDrafts.add(listedMailDrafts(way))),
      patientDisabled.add(stopMailsOf),
      directNotifications.add((notification) => hearReport(services, notification)),
      sentToOthers.add(async (context) => {
        const patient = patientOf(context)
        const [latest, total] = await Promise.all([
          mailsOf(db, { ...patient, most: mostAbove }),
          countMails(db, patient),
        ])
        return sentBlocks(
          latest.map((row) => openMail(services, row)),
          { ...readerOf(context), total },
        )
      }),
    ],
    cards: [
      {
        ...guarded,
        kind: 'toDo',
        id: 'undelivered-mail',
        label: 'Messages',
        icon: 'message',
        to: mailPaths.sent(),
        load: async (context) => {
          const failed = await countFailed(db, patientOf(context))
          if (failed === 0) return undefined
          return { text: failed === 1 ? '1 email was not delivered' : `${failed} emails were not delivered` }
        },
      },
    ],
    screens: [
      ...everyWay.map((way) => composeScreen(way)),
      screen({
        ...guarded,
        route: mailPaths.sent.route,
        under: paths.messages.route,
        about: 'Email sent to external addresses',
        query: closed({ ...pageParameters, q: Text, mail: Text }),
        actions: Object.values(acts),
        load: (context, { query: { q, mail: id, ...page } }) =>
          loadSent(context, { ...pageRequestOf(page, sizes), search: q?.trim() ?? '', mail: id }),
      }),
      reading.screen,
    ],
  }
})
