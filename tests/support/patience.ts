// Where components are drawn, waits last as long as those of `expect.poll`: the second that is the default is short on a busy machine.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 30_000 })
}
export {}
