import escapeHtml from 'escape-html'
import type { KeptMessage } from './outbox.store.ts'

/** The messages that the sandbox received, as a page for people who try the portal. */
export function outboxPage(messages: readonly KeptMessage[], to = ''): string {
  return page(
    'Sandbox outbox',
    `<p>Mail and text messages that the portal has sent, the newest first. Nothing of this left the machine.</p>
<form method="get" action="/outbox">
<label for="to">E-mail address or phone number</label>
<input id="to" name="to" value="${escapeHtml(to)}" autocomplete="off">
<button>Show</button>
</form>
${messages.length > 0 ? messages.map(messageOf).join('\n') : '<p>There is nothing here yet.</p>'}`,
  )
}

/** What is attached to a mail. */
export function filesPage(id: number, files: readonly { filename: string | null; mimeType: string }[]): string {
  const items = files.map(
    ({ filename, mimeType }, at) =>
      `<li><a href="/outbox/${id}/files/${at}" download>${escapeHtml(filename ?? 'file')}</a> (${escapeHtml(mimeType)})</li>`,
  )
  return page(
    'Attachments',
    items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '<p>Nothing is attached to this mail.</p>',
  )
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/outbox/outbox.css">
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`
}

function messageOf({ id, channel, from, to, replyTo, subject, text, html, receivedAt }: KeptMessage): string {
  const at = new Date(receivedAt).toISOString()
  const title = channel === 'mail' ? subject || '(no subject)' : 'Text message'
  return `<article>
<h2>${escapeHtml(title)}</h2>
<dl>
<dt>To</dt><dd>${escapeHtml(to)}</dd>
<dt>From</dt><dd>${escapeHtml(from)}</dd>${replyTo ? `\n<dt>Reply to</dt><dd>${escapeHtml(replyTo)}</dd>` : ''}
<dt>Received</dt><dd><time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time></dd>
</dl>
<pre>${linked(escapeHtml(text))}</pre>
${html ? framed(id, title) : ''}${channel === 'mail' ? sources(id) : ''}</article>`
}

const sources = (id: number): string =>
  `<p><a href="/outbox/${id}/files">Attachments</a> · <a href="/outbox/${id}/source" download>The mail as it was received</a></p>\n`

/** A frame without scripts that loads nothing; the links of the mail work in its text, and on a page of its own. */
function framed(id: number, title: string): string {
  const address = `/outbox/${id}/html`
  return `<details>
<summary>As HTML</summary>
<p><a href="${address}">Open on its own page</a></p>
<iframe src="${address}" title="${escapeHtml(title)}" sandbox loading="lazy"></iframe>
</details>
`
}

/**
 * Turns the URLs in escaped text into links; each ends before the first character that no link of the portal contains.
 */
function linked(words: string): string {
  return words.replace(
    /https?:\/\/(?:[\w.:/?#%=~+-]|&amp;)*[\w/=-]/g,
    (url) => `<a href="${url}" rel="noreferrer">${url}</a>`,
  )
}

export const outboxStyle = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0; }
main { max-width: 48rem; margin: 0 auto; padding: 1rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1rem 0; }
label { flex-basis: 100%; }
input, select { flex: 1 1 10rem; min-width: 0; }
input, select, button { font: inherit; min-height: 2.75rem; box-sizing: border-box; padding: 0 0.75rem; }
article { border: 1px solid; border-radius: 0.5rem; padding: 0.75rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin: 0 0 0.5rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0 1rem; margin: 0; }
dd { margin: 0; }
details { margin: 0.75rem 0 0; }
summary { min-height: 1.5rem; cursor: pointer; }
iframe { display: block; box-sizing: border-box; width: 100%; height: 34rem; border: 1px solid; }
pre { font: inherit; white-space: pre-wrap; margin: 0.75rem 0 0; }
`
