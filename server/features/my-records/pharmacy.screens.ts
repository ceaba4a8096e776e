import type { Span, Words } from '../../../schemas/base.ts'
import type { BlockList } from '../../../schemas/block.ts'
import type { BlockOf } from '../../../schemas/blocks.ts'
import { paths } from '../../practice/paths.ts'
import { call, form, goTo, phone, text, title } from '../../protocol/block-builders.ts'
import { fieldRow, phoneField } from '../../protocol/form-fields.ts'
import type { ActionDefinition, Named, ScreenBody } from '../../protocol/definitions.ts'
import { pagingOf, type PageOf, type PageRequest } from '../../protocol/paging.ts'
import { myRecordsMessages } from './my-records.messages.ts'
import type { Pharmacies, PharmacyAt } from './load-pharmacies.ts'
import { myRecordPaths } from './my-records.paths.ts'
import type { WordSearch } from './pharmacy-search.ts'
import { pharmacyWords } from '../../practice/pharmacy-words.ts'
import { addressText, townText } from '../../practice/postal-address.ts'

export const resultSizes = [10, 20, 50] as const
/** The block that says how many were found. */
export const resultBlock = 'result'

/** Specification 2 §2.9, Find Pharmacy: what to search for, at first nothing. */
export function pharmacySearchScreen(find: ActionDefinition, search: WordSearch = {}): ScreenBody {
  return {
    ...common,
    width: 'reading',
    blocks: [
      title('Find Pharmacy'),
      text('help', 'A part of a name or a street is enough. For a ZIP code you see the ten nearest.'),
      {
        kind: 'section',
        id: 'search-card',
        card: true,
        blocks: [
          form({
            id: 'search',
            label: 'Search',
            action: find,
            messages: myRecordsMessages,
            value: { ...search },
            groups: [
              {
                id: 'parts',
                title: 'More',
                fields: [...parts],
                // Parts that were searched for show.
                ...(parts.some((part) => search[part] !== undefined) ? {} : { folded: { change: 'More' } }),
              },
            ],
            fields: [
              { name: 'find', label: labels.find },
              { name: 'name', label: 'Name' },
              { name: 'address', label: 'Address' },
              ...fieldRow('Place', [
                { name: 'city', label: 'City', span: 'half' },
                { name: 'state', label: 'State', placeholder: 'NY', span: 'quarter' },
                { name: 'zip', label: 'Zip', span: 'quarter' },
              ]),
              ...fieldRow('Phone and fax', [
                phoneField({ name: 'phone', label: 'Phone', span: 'half' }, myRecordsMessages['myRecords.number']),
                phoneField({ name: 'fax', label: 'Fax', span: 'half' }, myRecordsMessages['myRecords.number']),
              ]),
            ],
            submitLabel: 'Find Pharmacy',
            busyText: 'Searching',
          }),
        ],
      },
    ],
  }
}

const common = { title: 'Find Pharmacy', back: { label: 'My Records', to: paths.myRecords() } }
const labels: Record<keyof WordSearch, string> = {
  find: 'Name, street or ZIP code',
  name: 'Name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'Zip',
  phone: 'Phone',
  fax: 'Fax',
}
const all = Object.keys(labels) as (keyof WordSearch)[] // the keys of that record
const parts = all.filter((each) => each !== 'find')

/** The same after a search: what was searched for, and what was found. */
export function pharmaciesScreen(search: WordSearch, { page, size }: PageRequest): ScreenBody {
  const facts = all.flatMap((part) => {
    const value = search[part]
    return value === undefined ? [] : [{ id: `searched-${part}`, name: labels[part], value }]
  })
  return {
    ...common,
    blocks: [
      title('Find Pharmacy'),
      {
        kind: 'facts',
        id: 'searched',
        label: 'What you searched for',
        across: true,
        facts,
        change: {
          label: 'Change',
          about: 'the search',
          do: goTo(paths.pharmacySearch({ ...search, change: 'yes' })),
        },
      },
      {
        kind: 'region',
        id: 'result-region',
        src: myRecordPaths.pharmaciesRegion({ ...search, page, size }),
        shape: 'table',
      },
    ],
  }
}

export interface PharmacyResult extends Omit<Pharmacies, 'pharmacies'> {
  page: PageOf<PharmacyAt>
  search: WordSearch
  choose: Named
  /** Of the patient, for a person who acts for somebody else. */
  firstName: string | undefined
}

/** 'No Data Found' is verbatim from specification 2 §8. */
export function resultBlocks(result: PharmacyResult): BlockList {
  const { page, mayBeMore, search } = result
  if (page.total === 0)
    return [
      {
        kind: 'notice',
        id: resultBlock,
        tone: 'warning',
        title: 'No Data Found',
        text:
          search.find === undefined
            ? 'Check the spelling, or leave some of the fields empty.'
            : 'Check the spelling, or search for a part of the name, the street or the ZIP code.',
      },
      ...correctionBlocks(result),
      ...currentBlocks(result),
    ]
  return [
    text(resultBlock, totalText(result), 'heading'),
    ...(mayBeMore ? [text('more', moreWords(result))] : []),
    ...currentBlocks(result),
    {
      kind: 'table',
      id: 'pharmacies',
      caption: 'Pharmacies',
      hideCaption: true,
      narrow: 'lines',
      columns: [
        { id: 'name', label: 'Name', main: true },
        { id: 'address', label: 'Address' },
        { id: 'phone', label: 'Phone', figures: true },
      ],
      rows: page.rows.map((pharmacy) => rowOf(pharmacy, result)),
      empty: { picture: 'search', text: 'No Data Found' },
      ...pagingOf(page, paths.pharmacySearch(search)),
    },
    ...(page.rows.some(({ miles }) => miles !== undefined) ? [distanceNote(result)] : []),
  ]
}

/** Each of them repeats the search with one part corrected. */
function correctionBlocks({ corrections, search, around }: PharmacyResult): BlockList {
  const named = (name: string) => (search.find === undefined ? { name } : { find: besideZip(name, around) })
  const searches: { value: string; corrected: WordSearch }[] = [
    ...corrections.names.map((name) => ({ value: name, corrected: { ...search, ...named(name) } })),
    ...corrections.zips.map((zip) => ({ value: zip, corrected: { ...search, zip } })),
  ]
  if (searches.length === 0) return []
  const links = searches.map(({ value, corrected }) => ({
    text: value,
    href: paths.pharmacySearch(corrected),
  }))
  const listed = links.flatMap((each, at): Span[] => (at === 0 ? [each] : [{ text: orBefore(at, links.length) }, each]))
  return [text('corrections', [{ text: 'Did you mean ' }, ...listed, { text: '?' }])]
}

const besideZip = (words: string, zip: string | undefined) => [words, zip ?? ''].join(' ').trim()
const orBefore = (at: number, count: number) => (at === count - 1 ? ' or ' : ', ')

function currentBlocks({ current, firstName }: PharmacyResult): BlockList {
  if (!current) return []
  const lead = firstName ? `${firstName}'s pharmacy now: ` : 'Your pharmacy now: '
  return [text('current-pharmacy', [{ text: lead }, ...pharmacyWords(current)])]
}

/** The first three digits of a ZIP code are a region. Guardians are not shown where the patient lives. */
function moreWords({ search, patientZip, firstName }: PharmacyResult): Words {
  const narrow = 'There may be others. Fill in more fields to narrow the search'
  const region = /^\d{5}/.test(patientZip) ? patientZip.slice(0, 3) : ''
  if (firstName || region === '' || search.zip || search.city) return `${narrow}.`
  const near = search.find === undefined ? { zip: region } : { find: besideZip(search.find, patientZip.slice(0, 5)) }
  return [
    { text: `${narrow}, or ` },
    { text: 'search near you', href: paths.pharmacySearch({ ...search, ...near }) },
    { text: '.' },
  ]
}

function distanceNote({ firstName, around }: PharmacyResult): BlockOf<'text'> {
  const from = around === undefined ? `${firstName ? `${firstName}'s` : 'your'} ZIP code` : `ZIP code ${around}`
  return text('distance-note', `Distances are in a straight line, from the middle of ${from}.`, 'small')
}

function totalText({ page: { total }, mayBeMore, around }: PharmacyResult): string {
  if (mayBeMore) return `The first ${total} pharmacies`
  if (around !== undefined && total > 1) return `The nearest ${total} pharmacies`
  return total === 1 ? '1 pharmacy' : `${total} pharmacies`
}

function distanceText(miles: number, { firstName, around }: Pick<PharmacyResult, 'firstName' | 'around'>): string {
  if (miles === 0 && around === undefined) return firstName ? `same ZIP code as ${firstName}` : 'your ZIP code'
  if (miles === 0) return 'same ZIP code'
  if (miles < 0.95) return 'less than 1 mi'
  return `about ${miles < 9.95 ? miles.toFixed(1) : Math.round(miles)} mi`
}

type Row = BlockOf<'table'>['rows'][number]

function rowOf(pharmacy: PharmacyAt, { current, choose, firstName, around }: PharmacyResult): Row {
  const { id, name, address, phone: number, fax, miles } = pharmacy
  const place = addressText(pharmacy)
  const isCurrent = id === current?.id
  return {
    id: `pharmacy-${id}`,
    cells: {
      name: {
        text: name,
        ...(isCurrent ? { help: firstName ? `${firstName}'s pharmacy now` : 'Your pharmacy now' } : {}),
      },
      address: {
        text: address,
        help: [townText(pharmacy), miles === undefined ? '' : distanceText(miles, { firstName, around })]
          .filter(Boolean)
          .join(' · '),
      },
      phone: { text: [phone(number)], ...(fax === '' ? {} : { help: `Fax ${phone(fax).text}` }) },
    },
    ...(isCurrent
      ? {}
      : {
          actions: [
            {
              id: `choose-${id}`,
              label: 'Choose',
              about: `${name}, ${place}`,
              style: 'primary',
              do: {
                ...call(choose, { pharmacy: id, ...pharmacy.listedBy }),
                confirm: {
                  title: `Choose ${name}?`,
                  text: `${place} becomes ${firstName ? `${firstName}'s` : 'your'} pharmacy.`,
                  yes: firstName ? `Choose for ${firstName}` : 'Choose',
                  no: 'Cancel',
                },
              },
            },
          ],
        }),
  }
}
