/** Sandbox pages show untrusted text, so their policy allows no script and only their own style sheets. */
export const pagePolicy =
  "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
