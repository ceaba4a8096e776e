import { createHash } from 'node:crypto'
import { tenDigitsOf } from '../../schemas/phone-number.ts'
import { readCsv, type CsvRow } from '../read-csv.ts'
import { foreignFile, refused, wholeRefused, type Fault } from './file-refused.ts'
import { emptyPlan, type LoadPlan, type PlannedPharmacy } from './load-plan.ts'
import { usState } from './us-states.ts'

const needed = ['name', 'storeid', 'city', 'state', 'zip'] as const
const optional = ['address1', 'address2', 'phone', 'fax', 'rcopiaid', 'ncpdpid'] as const
type Column = (typeof needed)[number] | (typeof optional)[number]
type Cells = Record<Column, string>

const mostCharacters = 200

/** Converts a table of pharmacies to rows. Throws FileRefused, with the line of each fault. */
export function planPharmacies(name: string, bytes: Uint8Array): LoadPlan {
  const [head, ...rows] = rowsOf(name, bytes)
  const columns = head?.cells.map((cell) => cell.toLowerCase()) ?? []
  const missing = needed.filter((column) => !columns.includes(column))
  if (missing.length > 0)
    throw foreignFile(name, `is no table of pharmacies: its first line does not name ${missing.join(', ')}`)
  const lines = new Map<string, number>()
  const faults: Fault[] = []
  const pharmacies = rows.map((row) => {
    const cells = cellsOf(row, columns)
    const planned = pharmacyIn(cells)
    const earlier = lines.get(planned.rcopiaId)
    const sentences = row.cells.length > columns.length ? ['has more cells than the first line'] : faultsOf(cells)
    if (earlier !== undefined) sentences.push(`names the same pharmacy as line ${earlier}`)
    faults.push(...sentences.map((sentence) => ({ pointer: `line ${row.line}`, sentence })))
    lines.set(planned.rcopiaId, earlier ?? row.line)
    return planned
  })
  if (faults.length > 0) throw refused(name, faults)
  return { ...emptyPlan(), pharmacies, read: { Pharmacy: pharmacies.length } }
}

function rowsOf(name: string, bytes: Uint8Array): CsvRow[] {
  try {
    return readCsv(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const sentence = error instanceof TypeError ? 'is no text in UTF-8' : (error as Error).message // readCsv throws an Error
    throw wholeRefused(name, `is no CSV: ${sentence}`)
  }
}

function cellsOf({ cells }: CsvRow, columns: readonly string[]): Cells {
  const entries = [...needed, ...optional].map((column) => [column, cells[columns.indexOf(column)] ?? ''])
  return Object.fromEntries(entries) as Cells // one for each column
}

function faultsOf(cells: Cells): string[] {
  const written = Object.entries(cells)
  return [
    ...needed.flatMap((column) => (cells[column] === '' ? [`has no ${column}`] : [])),
    ...written.flatMap(([column, text]) =>
      text.length > mostCharacters ? [`has a ${column} of more than ${mostCharacters} characters`] : [],
    ),
    ...written.flatMap(([column, text]) => (/\p{Cc}/u.test(text) ? [`has a ${column} with control characters`] : [])),
    ...(cells.state === '' || usState(cells.state) ? [] : ['has a state that does not exist']),
    ...(cells.zip === '' || /^\d{5}(-?\d{4})?$/.test(cells.zip) ? [] : ['has a zip that is none']),
    ...(['phone', 'fax'] as const).flatMap((column) =>
      cells[column] === '' || tenDigitsOf(cells[column]) ? [] : [`has a ${column} that is none`],
    ),
  ]
}

function pharmacyIn(cells: Cells): PlannedPharmacy {
  const digest = createHash('sha256').update(`${cells.name}\n${cells.storeid}`).digest()
  return {
    // Directories of both numbers are licensed. Without them: numbers that are clearly none, the same at every load.
    rcopiaId: cells.rcopiaid || `file-${digest.toString('hex', 0, 8)}`,
    ncpdpId: cells.ncpdpid || `99${String(digest.readUInt32BE(8) % 100_000).padStart(5, '0')}`,
    name: cells.name,
    address: [cells.address1, cells.address2].filter(Boolean).join(', '),
    city: cells.city,
    state: usState(cells.state)?.short ?? cells.state,
    zip: cells.zip.slice(0, 5),
    phone: tenDigitsOf(cells.phone) ?? '',
    fax: tenDigitsOf(cells.fax) ?? '',
  }
}
