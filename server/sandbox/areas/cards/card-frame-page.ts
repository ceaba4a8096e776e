interface CardFramePage {
  nonce: string
  /** Of the page around the frame: messages go to no other one. Empty if the session has expired. */
  origin: string
  /** The number was entered, the code was not. */
  isChallenged: boolean
}

/** JSON for a script element. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The card processor's page. It tells its parent that it is ready, that a card was entered, or that it failed. */
export function cardFramePage({ nonce, origin, isChallenged }: CardFramePage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card number</title>
<style nonce="${nonce}">
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1b2b33; }
body { margin: 0; padding: 4px; }
form { display: grid; gap: 8px; max-width: 24rem; margin: 0; }
form[hidden] { display: none; }
label { font-weight: 600; }
input { box-sizing: border-box; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid #84949d; border-radius: 8px; font: inherit; letter-spacing: 0.05em; }
input[aria-invalid="true"] { border-color: #b3261e; }
button { justify-self: start; min-height: 44px; padding: 8px 20px; border: 0; border-radius: 8px; background: #1b2b33; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid #18a2b8; outline-offset: 2px; }
.error { margin: 0; color: #b3261e; }
.note { margin: 0; color: #4f6069; font-size: 14px; }
</style>
</head>
<body>
<form id="card" novalidate${isChallenged ? ' hidden' : ''}>
<label for="number">Card number</label>
<input id="number" inputmode="numeric" autocomplete="cc-number" maxlength="23" aria-describedby="number-error number-note">
<p class="error" id="number-error" role="alert"></p>
<p class="note" id="number-note">The number goes to the card processor only.</p>
<button>Continue</button>
</form>
<form id="challenge" novalidate${isChallenged ? '' : ' hidden'}>
<label for="code">Code of your bank</label>
<input id="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" aria-describedby="code-error code-note">
<p class="error" id="code-error" role="alert"></p>
<p class="note" id="code-note">Your bank asks for a code. In this sandbox it is 123456.</p>
<button>Confirm</button>
</form>
<script nonce="${nonce}">
const parentOrigin = ${literal(origin)}
const tell = (message) => parentOrigin && parent.postMessage(message, parentOrigin)
const cardForm = document.getElementById('card')
const codeForm = document.getElementById('challenge')
const number = document.getElementById('number')
const here = location.pathname

number.addEventListener('input', () => {
  const digits = number.value.replace(/\\D/g, '').slice(0, 19)
  if (number.selectionStart === number.value.length) number.value = digits.replace(/(\\d{4})(?=\\d)/g, '$1 ')
})

function send(form, path, name) {
  const input = form.querySelector('input')
  const error = form.querySelector('.error')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true
    error.textContent = ''
    input.removeAttribute('aria-invalid')
    try {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ [name]: input.value }),
      })
      const body = await answer.json()
      if (answer.status === 404) return tell({ type: 'failed' })
      if (!answer.ok) {
        input.setAttribute('aria-invalid', 'true')
        error.textContent = body.message
        input.focus()
        return
      }
      if (!body.needsCode) return tell({ type: 'done' })
      cardForm.hidden = true
      codeForm.hidden = false
      document.getElementById('code').focus()
    } catch {
      error.textContent = 'That did not work. Please try again.'
    } finally {
      button.disabled = false
    }
  })
}
send(cardForm, here, 'number')
send(codeForm, here + '/code', 'code')
tell({ type: 'ready' })
</script>
</body>
</html>
`
}
