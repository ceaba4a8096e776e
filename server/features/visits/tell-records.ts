import Type from 'typebox'
import type { Db } from '../../db/open.ts'
import type { Emr } from '../../gateways/emr/emr.ts'
import { GiveUp, job, recurring } from '../../jobs/job.ts'
import { servedPractice } from '../../practice/served-practice.ts'
import type { Services } from '../../services.ts'
import {
  insertNews,
  settleNews,
  takeEarlierNews,
  untoldNews,
  type NewNews,
  type News,
  type Visit,
} from './visits.store.ts'

export interface TellServices extends Pick<Services, 'db' | 'licensees' | 'emrOf' | 'now' | 'jobs'> {
  /** Where the provider of a visit joins. */
  providerUrl: (visit: Visit) => string
}

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
 * Tells the record server who is in a visit, beside the visit itself: nobody waits for it. News of one visit are told in
 * order, so that nobody is said to have left who has come back since.
 */
export const tellNews = job('visits.tellNews', {
  input: Type.Object({ newsId: Type.Integer(), room: Type.String() }, { additionalProperties: false }),
  keepTryingFor: { days: 1 }, // a day later nobody asks any more who was in a visit
  pauses: [{ seconds: 5 }, { seconds: 15 }, { minutes: 1 }, { minutes: 10 }],
  inOrder: ({ room }) => room,
  run: async ({ db, licensees, emrOf, now, providerUrl }: TellServices, { newsId }) => {
    const news = await untoldNews(db, newsId)
    if (!news) return
    const emr = emrOf(servedPractice(licensees, news.licenseeId))
    if (!(await tell[news.what](emr, news, () => providerUrl(news))))
      throw new GiveUp('the record server does not know the visit')
    await settleNews(db, { id: newsId, at: now() })
  },
  givenUp: ({ db, now }, { newsId }) => settleNews(db, { id: newsId, at: now() }),
})

/** Keeps what happened in a visit, for the record server. */
export async function addNews(tx: Db, { jobs }: Pick<TellServices, 'jobs'>, news: NewNews): Promise<void> {
  const newsId = await insertNews(tx, news)
  await jobs.add(tx, tellNews, { newsId, room: news.room })
}

/** Portal 0.3 and earlier kept news without jobs. */
export const tellEarlierNews = recurring('visits.tellEarlierNews', {
  every: { minutes: 10 },
  run: ({ db, jobs }: Pick<TellServices, 'db' | 'jobs'>) =>
    db.transaction(async (tx) => {
      for (const { id, room } of await takeEarlierNews(tx)) await jobs.add(tx, tellNews, { newsId: id, room })
    }),
})
