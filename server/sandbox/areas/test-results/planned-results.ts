import { people, type NamedPerson } from '../../seed/people.ts'
import type { ResultStatus, StoredObservation } from './test-results.store.ts'
import { bloodCount, lipids, longTermSugar, metabolic, type Panel } from './test-panels.ts'

/** A result as the demo practice plans it; what it leaves out is as usual. */
export interface PlannedResult {
  daysAgo: number
  panel?: Panel
  /** Values by code; the others are drawn. */
  values?: Record<string, number>
  /** Flags by code that say more than the range. */
  flags?: Record<string, StoredObservation['flag']>
  /** For what is no panel. */
  name?: string
  /** A value that is no number. */
  text?: { name: string; text: string; expected: string }
  annotation?: string
  conclusion?: string
  status?: ResultStatus
  /** Codes of the values that the laboratory could not measure. */
  cancelled?: readonly string[]
  isUnread?: boolean
  isPendingReview?: boolean
  hasDocument?: boolean
}

/** Whatever a portal shows of this must run nothing and load nothing. */
const hostile =
  '<p>Your blood count is <b>normal</b>.</p><script>window.annotationRan = true</script>' +
  '<img src="https://tracker.example/pixel.png" onerror="window.annotationRan = true">' +
  '<a href="javascript:window.annotationRan = true">More</a>' +
  '<iframe src="https://frame.example/"></iframe><p style="position:fixed;inset:0">No changes are needed.</p>'

const ofMaria: readonly PlannedResult[] = [
  { daysAgo: 0, panel: metabolic, values: { GLU: 112 }, annotation: '', isUnread: true, isPendingReview: true },
  {
    daysAgo: 1,
    panel: lipids,
    values: { CHOL: 188, LDL: 104, HDL: 56, TRIG: 132 },
    annotation: '<p>Your LDL cholesterol is <strong>almost where we want it</strong>. Keep taking your medicine.</p>',
    isUnread: true,
  },
  {
    daysAgo: 1,
    panel: bloodCount,
    annotation: '<p>Your blood count is fine.</p>',
  },
  { daysAgo: 34, panel: longTermSugar, values: { A1C: 5.8 }, isUnread: true },
  {
    daysAgo: 62,
    name: 'Skin biopsy',
    conclusion: 'Left forearm, punch biopsy: benign nevus. The edges are free.',
    annotation:
      '<p>Good news: the spot is harmless.</p><ul><li>No further treatment</li><li>See you in a year</li></ul>',
  },
  {
    daysAgo: 90,
    panel: metabolic,
    values: { K: 6.4 },
    flags: { K: 'HH' },
    annotation: '<p>Your potassium was very high. We called you and <em>repeated the test</em> the same week.</p>',
  },
  {
    daysAgo: 94,
    name: 'Wound culture',
    text: { name: 'Culture', text: 'No growth', expected: 'No growth' },
    hasDocument: false,
    annotation: '',
  },
  { daysAgo: 120, name: 'Strep test', text: { name: 'Strep A antigen', text: 'Negative', expected: 'Negative' } },
  { daysAgo: 185, panel: lipids, values: { CHOL: 199, LDL: 118, HDL: 53, TRIG: 141 } },
  { daysAgo: 190, panel: longTermSugar, values: { A1C: 5.9 } },
  { daysAgo: 240, panel: bloodCount, annotation: hostile },
  { daysAgo: 300, panel: metabolic, values: { NA: 132 }, status: 'corrected', cancelled: ['K'] },
  { daysAgo: 365, panel: lipids, values: { CHOL: 214, LDL: 134, HDL: 51, TRIG: 158 } },
  { daysAgo: 370, panel: longTermSugar, values: { A1C: 6.1 } },
  { daysAgo: 450, panel: bloodCount, values: { HGB: 11.4, HCT: 34.8 } },
  { daysAgo: 545, panel: lipids, values: { CHOL: 231, LDL: 149, HDL: 47, TRIG: 176 } },
  { daysAgo: 600, panel: metabolic, values: { GFR: 58 } },
  { daysAgo: 725, panel: lipids, values: { CHOL: 243, LDL: 162, HDL: 45, TRIG: 190 } },
]

/** Nobody else has any. */
export const plannedResults: readonly { person: NamedPerson; results: readonly PlannedResult[] }[] = [
  { person: people.mariaAlvarez, results: ofMaria },
  {
    person: people.lucasAlvarez,
    results: [
      {
        daysAgo: 3,
        name: 'Strep test',
        text: { name: 'Strep A antigen', text: 'Positive', expected: 'Negative' },
        status: 'preliminary',
        isUnread: true,
      },
      { daysAgo: 210, panel: bloodCount },
    ],
  },
  {
    person: people.adaOkafor,
    results: [
      { daysAgo: 15, panel: bloodCount, values: { HGB: 11.8 }, isUnread: true },
      {
        daysAgo: 130,
        name: 'Allergy skin test',
        conclusion: 'Reaction to grass pollen. No reaction to mites or cats.',
      },
      { daysAgo: 400, panel: bloodCount },
    ],
  },
  {
    person: people.benCarter,
    results: [
      { daysAgo: 9, panel: metabolic, isUnread: true },
      { daysAgo: 200, panel: lipids, values: { LDL: 128 } },
    ],
  },
]
