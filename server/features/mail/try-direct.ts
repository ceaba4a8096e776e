import { DeliveryError } from '../../gateways/delivery-error.ts'
import type { Direct } from '../../gateways/direct/direct.ts'
import { DirectError } from '../../gateways/direct/direct.errors.ts'
import type { AttemptOutcome, WrittenMail } from '../../outbox/outbox.ts'
import type { Services } from '../../services.ts'

interface Attempt {
  written: WrittenMail
  log: Services['log']
  id: string
  withinMs: number
}

/** Tries once to send a Direct message. Throws only errors that are not gateway errors. */
export async function tryDirect(
  direct: Direct,
  { written, log, id, withinMs }: Attempt,
): Promise<AttemptOutcome | 'certificate'> {
  const { licenseeId, to, fromName, subject, text, html, attachments = [] } = written
  try {
    await direct.send({ id, fromName, to, subject, text, html: html ?? '', attachments }, { withinMs })
    return 'sent'
  } catch (error) {
    log.warn({ err: error, message: id, licensee: licenseeId }, 'a Direct message could not be sent yet')
    if (error instanceof DeliveryError) return error.outcome
    if (!(error instanceof DirectError)) throw error
    return error.reason === 'unreachable' ? 'unavailable' : 'certificate'
  }
}
