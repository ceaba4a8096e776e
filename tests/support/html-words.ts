/** What a reader without graphics shows of a mail: words, line breaks between blocks, and nothing that is hidden from it. */
export function wordsOfHtml(html: string): string {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? ''
  const words = body
    .replace(/<div aria-hidden="true"[^>]*>[^<]*<\/div>/g, '')
    .replace(/<br>|<\/(p|div|h1|td|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
  const signs: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  return words
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (sign) => signs[sign] ?? sign)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** The words of a plain text, without its marks of labels and quoted lines. */
export function wordsOfText(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^>\s?/, '').trim())
    .filter((line) => line !== '')
    .join('\n')
}
