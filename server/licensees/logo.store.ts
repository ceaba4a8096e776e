import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { practiceLogos, type PictureSize } from '../db/schema.ts'

/** Where a logo is shown, each with a picture of its own: the header of screens, paper, and the head of mails. */
export type LogoPlace = 'header' | 'print' | 'mail'

/** A PNG, and its size on screen and paper, in px of which 96 are an inch. */
export interface LogoPicture extends PictureSize {
  content: Buffer
}

export type LogoPictures = Record<LogoPlace, LogoPicture>

/** What is known of the logo of a practice without its pictures. */
export interface LogoState {
  /** 0 while nobody has uploaded one. */
  version: number
  /** False if none was uploaded, or it was removed. */
  isThere: boolean
  change?: { by: string; at: Date }
}

export async function readLogoState(db: Db, licenseeId: string): Promise<LogoState> {
  const { version, sizes, changedBy: by, changedAt: at } = practiceLogos
  const rows = db.select({ version, sizes, by, at }).from(practiceLogos).where(eq(practiceLogos.licenseeId, licenseeId))
  const row = (await rows).at(0)
  if (!row) return { version: 0, isThere: false }
  return { version: row.version, isThere: row.sizes !== null, change: { by: row.by, at: row.at } }
}

/** Returns one picture of the uploaded logo; undefined if there is none. */
export async function readLogoPicture(
  db: Db,
  { licenseeId, place }: { licenseeId: string; place: LogoPlace },
): Promise<(LogoPicture & { version: number }) | undefined> {
  const { version, sizes, [place]: content } = practiceLogos
  const rows = db
    .select({ version, sizes, content })
    .from(practiceLogos)
    .where(and(eq(practiceLogos.licenseeId, licenseeId), isNotNull(content)))
  const row = (await rows).at(0)
  return row?.content && row.sizes ? { version: row.version, content: row.content, ...row.sizes[place] } : undefined
}

export interface LogoChange {
  licenseeId: string
  /** Undefined removes the logo. */
  pictures: LogoPictures | undefined
  /** The version that the person saw; 0 while nobody has uploaded one. */
  seenVersion: number
  by: string
  at: Date
}

/** Writes the logo unless somebody else changed it first; then returns false and changes nothing. */
export async function writeLogo(db: Db, change: LogoChange): Promise<boolean> {
  const { licenseeId, pictures, seenVersion, by, at } = change
  const row = { ...columnsOf(pictures), version: seenVersion + 1, changedBy: by, changedAt: at }
  const { version } = practiceLogos
  const written =
    seenVersion === 0
      ? db
          .insert(practiceLogos)
          .values({ licenseeId, ...row })
          .onConflictDoNothing()
          .returning({ version })
      : db
          .update(practiceLogos)
          .set(row)
          .where(and(eq(practiceLogos.licenseeId, licenseeId), eq(version, seenVersion)))
          .returning({ version })
  return (await written).length === 1
}

function columnsOf(pictures: LogoPictures | undefined) {
  if (!pictures) return { header: null, print: null, mail: null, sizes: null }
  const { header, print, mail } = pictures
  return { header: header.content, print: print.content, mail: mail.content, sizes: sizesOf(pictures) }
}

/** Returns the sizes of the pictures, as they are stored beside them. */
export function sizesOf({ header, print, mail }: LogoPictures): Record<LogoPlace, PictureSize> {
  return { header: sizeOf(header), print: sizeOf(print), mail: sizeOf(mail) }
}

function sizeOf({ width, height }: LogoPicture): PictureSize {
  return { width, height }
}
