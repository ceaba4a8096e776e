import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { request } from 'undici'
import type { FolderNote } from '../db/folder-lock.ts'
import { UnknownPractice } from './apply-plan.ts'
import { FileRefused } from './file-refused.ts'
import { FileReport } from './file-report.ts'
import type { FileContent, LoadOptions } from './load-file.ts'
import { isTable, isXml } from './plan-file.ts'
import { LoadStopped, stopped, type LoadTarget } from './load-target.ts'

const reportCheck = Compile(FileReport)
const refusalCheck = Compile(Type.Object({ sentences: Type.Array(Type.String()), foreign: Type.Boolean() }))

/** A large file takes minutes; the portal's own time limits are meant for people. */
const PATIENCE_MS = 10 * 60_000

/** Sends each file to the record server of the running portal. */
export function serverTarget(note: FolderNote): LoadTarget {
  return {
    load: (file, options) => send(note, file, options),
    portal: { port: note.port, token: note.token },
    close: async () => undefined,
  }
}

async function send(note: FolderNote, { name, bytes }: FileContent, options: LoadOptions): Promise<FileReport> {
  const { practice, dropDigits, shiftDays, settledBefore } = options
  const query = new URLSearchParams({
    practice,
    name,
    dropDigits: String(dropDigits),
    shiftDays: String(shiftDays),
    ...(settledBefore ? { settledBefore } : {}),
  })
  const answer = await request(`http://127.0.0.1:${note.sandboxPort}/practice/load?${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${note.token}`,
      'content-type': typeOf({ name, bytes }),
    },
    body: bytes,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  }).catch((error: Error) => {
    throw new LoadStopped(`The record server of the portal (process ${note.pid}) does not answer: ${error.message}`)
  })
  const body: unknown = await answer.body.json().catch(() => undefined)
  if (answer.statusCode === 200 && reportCheck.Check(body)) return body
  throw failure(answer.statusCode, body, { name, practice })
}

function typeOf(file: FileContent): string {
  if (isXml(file.bytes)) return 'application/xml'
  return isTable(file) ? 'text/csv' : 'application/json'
}

function failure(status: number, body: unknown, { name, practice }: { name: string; practice: string }): unknown {
  if (status === 404) return stopped(new UnknownPractice(practice))
  if (status === 422 && refusalCheck.Check(body)) return new FileRefused(body)
  return new LoadStopped(`The record server of the portal answered ${status} to ${name}.`)
}
