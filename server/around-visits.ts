import type { Db } from './db/open.ts'
import { openArrival, type ArrivalOptions, type ArrivalRoom } from './features/arrival/arrival.feature.ts'
import { openSurvey, type SurveyRoom } from './features/survey/survey.feature.ts'
import type { SurveyTools } from './features/survey/survey.link.ts'
import { openUploads } from './features/uploads/uploads.feature.ts'
import type { Emr } from './gateways/emr/emr.ts'
import type { Scan } from './gateways/scan/scan.ts'
import type { Licensee } from './licensees/licensee.ts'
import type { Feature } from './protocol/definitions.ts'
import type { LinkTokens } from './protocol/link-tokens.ts'

export interface AroundVisitsOptions
  extends Pick<ArrivalOptions, 'leadOut' | 'reachable'>, Pick<SurveyTools, 'licensees' | 'now' | 'log'> {
  db: Db
  emrOf: (licensee: Licensee) => Emr
  tokens: LinkTokens
  scan: Scan
}

export interface AroundVisits {
  features: Feature[]
  /** The ways that the lists of appointments show. */
  links: { upcoming: ArrivalRoom['linkOf']; past: SurveyRoom['linkOf'] }
}

/** The rooms before and after a visit: arriving, sending documents, saying how it was. */
export function openAroundVisits({
  scan,
  leadOut,
  reachable,
  licensees,
  now,
  log,
  ...common
}: AroundVisitsOptions): AroundVisits {
  const uploads = openUploads({ ...common, scan })
  const survey = openSurvey({ ...common, licensees, now, log })
  const arrival = openArrival({ ...common, leadOut, reachable, uploadAddress: uploads.addressOf })
  return {
    features: [arrival.feature, uploads.feature, survey.feature],
    links: { upcoming: arrival.linkOf, past: survey.linkOf },
  }
}
