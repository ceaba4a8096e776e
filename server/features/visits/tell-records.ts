import type { Emr } from '../../gateways/emr/emr.ts'
import { repeat, type Repeated } from '../../protocol/repeat.ts'
import type { Services } from '../../services.ts'
import { nextTryAt } from './visits.rules.ts'
import { forgetVisits, postponeNews, settleNews, takeNews, type News, type Visit } from './visits.store.ts'

export interface TellTools extends Pick<Services, 'db' | 'licensees' | 'emrOf' | 'now' | 'log'> {
  /** Where the provider of a visit joins. */
  providerUrl: (visit: Visit) => string
}

const everyMs = 5000
/** Longer than any call to the record server takes; then another process may tell it. */
const leaseMs = 30_000
const keptForMs = 90 * 24 * 3_600_000

const tell: Record<News['what'], (emr: Emr, news: News & Visit, url: () => string) => Promise<boolean>> = {
  link: (emr, { appointmentId }, url) => emr.setVisitLink({ appointmentId, url: url() }),
  entered: (emr, news) => emr.enterVisit(partOf(news)),
  left: (emr, news) => emr.leaveVisit(partOf(news)),
  ended: (emr, news) => emr.endVisit(partOf(news)),
}

function partOf({ appointmentId, room, role }: News & Visit) {
  return { appointmentId, room, as: role === 'guest' ? 'patient' : 'provider' } as const
}

/**
 * Tells the record server who sits in a visit, beside the visit itself: nobody waits for it, and while it cannot be
 * reached everything is kept and told later, in order.
 */
export function startTelling(tools: TellTools): Repeated {
  const failed = (error: unknown) => tools.log.error({ err: error }, 'news of visits could not be told')
  return repeat({ everyMs, run: () => tellDue(tools), failed })
}

async function tellDue(tools: TellTools): Promise<void> {
  const { db, now } = tools
  for (;;) {
    const due = await takeNews(db, { at: now(), leaseMs })
    if (due.length === 0) break
    for (const news of due) await tellOne(tools, news)
  }
  await forgetVisits(db, { before: new Date(now().getTime() - keptForMs) })
}

async function tellOne({ db, licensees, emrOf, providerUrl, now, log }: TellTools, news: News & Visit): Promise<void> {
  const { id, what, tries, at: since } = news
  const licensee = licensees.find((each) => each.id === news.licenseeId)
  try {
    const isKnown = licensee && (await tell[what](emrOf(licensee), news, () => providerUrl(news)))
    if (!isKnown) log.error({ licensee: news.licenseeId, what }, 'the record server does not know the visit')
    await settleNews(db, { id, at: now() })
  } catch (error) {
    const until = nextTryAt({ tries, since, at: now() })
    log.error({ err: error, licensee: news.licenseeId, what, tries }, 'the record server could not be told of a visit')
    await (until ? postponeNews(db, { id, until }) : settleNews(db, { id, at: now() }))
  }
}
