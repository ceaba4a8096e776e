import escapeHtml from 'escape-html'

interface AuthenticatorPage {
  /** As it was entered. */
  key: string
  /** Undefined without a key, and for one that no app takes. */
  code: string | undefined
  /** How long the code is valid. */
  seconds: number
}

/** An authenticator app for people who try the portal without a phone at hand. */
export function authenticatorPage({ key, code, seconds }: AuthenticatorPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${code ? `<meta http-equiv="refresh" content="${seconds}">` : ''}
<title>Sandbox authenticator</title>
<link rel="stylesheet" href="/outbox/outbox.css">
</head>
<body>
<main>
<h1>Sandbox authenticator</h1>
<p>Stands in for the authenticator app on a phone. Enter the key that the portal shows when the app is set up. Nothing is kept: bookmark this page to find the key again.</p>
<form method="get" action="/authenticator">
<label for="key">Key</label>
<input id="key" name="key" value="${escapeHtml(key)}" autocomplete="off" spellcheck="false">
<button>Show the code</button>
</form>
${resultOf(key, code, seconds)}
</main>
</body>
</html>
`
}

function resultOf(key: string, code: string | undefined, seconds: number): string {
  if (code) return `<article><h2>${code}</h2><p>Another ${seconds} seconds. Each code works once.</p></article>`
  return key ? '<p role="alert">No app takes this key. It has 32 letters and digits, in groups of four.</p>' : ''
}
