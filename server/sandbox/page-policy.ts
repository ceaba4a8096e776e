/** Sandbox pages show untrusted text, so their policy allows no script and only their own style sheets. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The list of messages shows mails in frames. */
export const outboxPolicy = `${pagePolicy}; frame-src 'self'`

/** A mail has inline styles, and is shown without scripts, remote pictures, forms and the origin of the sandbox. */
export const mailPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'; base-uri 'none'"
