import escapeHtml from 'escape-html'

/** A paragraph for each block of lines. */
export function htmlOf(text: string): string {
  const paragraphs = text.trim().split(/(?:\r?\n){2,}/)
  return paragraphs.map((part) => `<p>${escapeHtml(part).replace(/\r?\n/g, '<br>')}</p>`).join('')
}
