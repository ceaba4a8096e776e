import sharp from 'sharp'
import type { Db } from '../../../db/open.ts'
import type { DemoPractice } from '../../seed/demo-practice.ts'
import { insertRowsOf } from '../../seed/insert-rows.ts'

const columns = { file_name: 'text', file_type: 'text', file_size: 'numeric', content: 'text' }
const bytesInMb = 1_048_576

/** Lakeside has a logo, Northgate has none. */
export async function seedLogo(db: Db, { plan: { practice } }: DemoPractice): Promise<void> {
  if (practice !== 'lakeside') return
  const content = await sharp(Buffer.from(lakeside)).png().toBuffer()
  const logo = {
    file_name: 'lakeside-logo.png',
    file_type: 'image/png',
    file_size: Math.ceil((content.length * 1000) / bytesInMb) / 1000,
    content: content.toString('base64'),
  }
  await insertRowsOf(db, { practice, name: 'logos', columns }, [logo])
}

/** A mark without words, because fonts differ from machine to machine: the sun over hills and water. */
const lakeside = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 72" width="720" height="432">
  <clipPath id="mark"><rect width="120" height="72" rx="14"/></clipPath>
  <g clip-path="url(#mark)">
    <rect width="120" height="72" fill="#e4f3f7"/>
    <circle cx="78" cy="31" r="14" fill="#f2b544"/>
    <path d="M-4 46C14 24 30 20 44 30s22 14 38 8 28-6 46 4v30H-4z" fill="#18a2b8"/>
    <path d="M-4 52q12-7 24 0t24 0 24 0 24 0 24 0 24 0v24H-4z" fill="#13607c"/>
    <path d="M-4 62q12-6 24 0t24 0 24 0 24 0 24 0 24 0" fill="none" stroke="#8fd0dc" stroke-width="2.4"/>
  </g>
</svg>`
