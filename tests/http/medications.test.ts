import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { BlockOf } from '../../schemas/blocks.ts'
import type { RegionContent, Screen } from '../../schemas/screen.ts'
import { people } from '../../server/sandbox/seed/people.ts'
import { blocksOf } from '../support/nested-blocks.ts'
import { portalTest } from '../support/portal-test.ts'
import type { RunningPortal, Visitor } from '../support/portal.ts'

const test = portalTest({ maria: 'maria.alvarez', nora: 'new.patient' })
const region = '/ui/regions/myRecords.medications'

async function tableAt(visitor: Visitor, query = ''): Promise<BlockOf<'table'>> {
  const { body } = await visitor.get<RegionContent>(region + query)
  return blocksOf(body.blocks, 'table')[0] ?? expect.fail('there is no table')
}

interface Written {
  name: string
  strength: string
  dosage: string
}

const write = ({ records }: RunningPortal, patientN: number, all: readonly Written[]) =>
  records.db.execute(
    sql`insert into medications (practice, patient_n, name, strength, dosage, pharmacy, created_on, modified_on)
      select 'lakeside', ${patientN}, name, strength, dosage, '', '2026-01-01', '2026-01-01'
      from json_to_recordset(${JSON.stringify(all)}) as r(name text, strength text, dosage text)`,
  )

describe('medications', () => {
  test('come as the office wrote them [2 §3.28]', async ({ portal, maria }) => {
    const written = {
      name: '0 <b>Drops</b> & "more"',
      strength: '5 mg\nin 1 mL',
      dosage: `1 < 2 in the morning\n\n  قرص واحد مساءً\n${'and so on, '.repeat(900)}end`,
    }
    await write(portal, people.mariaAlvarez.patientN, [written])
    const [row] = (await tableAt(maria)).rows
    const { name, strength, dosage } = row?.cells ?? {}
    expect({ name: name?.text, strength: strength?.text, dosage: dosage?.text }).toEqual(written)
    const id = row?.id.replace('medication-', '')
    const { body } = await maria.get<Screen>(`/ui/screens/user/home/ChatMsg?about=medication:${id}`)
    expect(blocksOf(body.blocks, 'form')[0]?.value).toMatchObject({
      subject: 'Refill request: 0 <b>Drops</b> & "more" 5 mg in 1 mL',
      body: expect.stringContaining('Please refill 0 <b>Drops</b> & "more" 5 mg in 1 mL.'),
    })
  })

  test('come a page at a time, also of ten thousand [2 §2.104]', async ({ portal, nora }) => {
    const all = Array.from({ length: 10_000 }, (_, at) => ({
      name: `Medication ${String(at + 1).padStart(5, '0')}`,
      strength: '5 mg',
      dosage: 'Once a day',
    }))
    await write(portal, people.noraQuinn.patientN, all)
    const namesAt = async (query: string) => {
      const { rows, paging } = await tableAt(nora, query)
      const names = rows.map(({ cells }) => cells.name?.text)
      return [names.length, names[0], names.at(-1), paging?.page, paging?.total]
    }
    expect(await namesAt('')).toEqual([5, 'Medication 00001', 'Medication 00005', 1, 10_000])
    expect(await namesAt('?page=417&size=15')).toEqual([15, 'Medication 06241', 'Medication 06255', 417, 10_000])
    expect(await namesAt('?page=500&size=20')).toEqual([20, 'Medication 09981', 'Medication 10000', 500, 10_000])
    expect(await namesAt('?page=9999&size=20')).toEqual([20, 'Medication 09981', 'Medication 10000', 500, 10_000])
    expect((await tableAt(nora, '?page=417&size=15')).paging?.toPage).toEqual({
      type: 'navigate',
      to: '/user/home/Myrecord?medicationsSize=15',
      parameter: 'medicationsPage',
    })
    const { body } = await nora.get<Screen>('/ui/screens/user/home/Myrecord?medicationsSize=15&medicationsPage=417')
    expect(blocksOf(body.blocks, 'region').map(({ src }) => src)).toContain('myRecords.medications?page=417&size=15')
  })
})
