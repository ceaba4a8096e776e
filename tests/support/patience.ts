// In component tests, `waitFor` gets the timeout of `expect.poll`: the default of one second is too short on a busy
// machine. What is announced stands in a live region some time later, with the same words as on the screen: queries by
// text look at the screen only, whichever comes first.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 60_000, defaultIgnore: 'script, style, #announce-polite *, #announce-assertive *' })
}
export {}
