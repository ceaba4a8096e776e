import { createHash } from 'node:crypto'
import escapeHtml from 'escape-html'
import Type from 'typebox'

const formKey = '^[0-9a-f-]{36}$'

/** An id that the page makes: of what is being written, stored or not, and of a file. */
export const FormKey = Type.String({ pattern: formKey })

export const isFormKey = (text: string): boolean => new RegExp(formKey, 'u').test(text)

/**
 * The portal's own id of what is sent: sending the same again after a lost answer adds no second message, and a changed
 * text is a message of its own. `draft` is the id of the form.
 */
export function sendKey({ by, draft, content }: { by: number; draft: string; content: object }): string {
  return createHash('sha256')
    .update(JSON.stringify([by, draft, content]))
    .digest('hex')
    .slice(0, 40)
}

/** Line breaks become HTML breaks (specification 2 §5). */
export function htmlOf(text: string): string {
  return `<p>${escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>')}</p>`
}
