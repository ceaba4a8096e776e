/** What one end gives the other to see and to hear. */
export interface Sending {
  video: boolean
  audio: boolean
}

/** What the other's browser says may be anything; undefined when it is no such thing. */
export function sendingIn(text: string): Sending | undefined {
  const said = jsonIn(text)
  if (typeof said !== 'object' || said === null || !('video' in said) || !('audio' in said)) return undefined
  const { video, audio } = said
  return typeof video === 'boolean' && typeof audio === 'boolean' ? { video, audio } : undefined
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
