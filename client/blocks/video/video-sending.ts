/** Which media a participant sends. */
export interface Sending {
  video: boolean
  audio: boolean
}

/** Parses what the peer's browser sent, which is untrusted; undefined if it is invalid. */
export function sendingIn(text: string): Sending | undefined {
  const value = jsonIn(text)
  if (typeof value !== 'object' || value === null || !('video' in value) || !('audio' in value)) return undefined
  const { video, audio } = value
  return typeof video === 'boolean' && typeof audio === 'boolean' ? { video, audio } : undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
