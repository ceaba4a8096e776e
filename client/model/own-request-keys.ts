/** The keys of the actions of this tab, so that live hints caused by them are ignored. */
export interface OwnRequestKeys {
  newKey: () => string
  isOwn: (key: string | undefined) => boolean
}

const rememberedMs = 60_000

export function createOwnRequestKeys(now: () => number = Date.now): OwnRequestKeys {
  const made = new Map<string, number>()

  function forgetOld(): void {
    for (const [key, at] of made) if (now() - at > rememberedMs) made.delete(key)
  }
  return {
    newKey() {
      forgetOld()
      const key = randomKey()
      made.set(key, now())
      return key
    },
    isOwn(key) {
      forgetOld()
      return key !== undefined && made.has(key)
    },
  }
}

// randomUUID is missing on pages over plain HTTP from another machine, for example in a trial on the local network.
function randomKey(): string {
  if (globalThis.isSecureContext) return crypto.randomUUID()
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  return bytes.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5')
}
