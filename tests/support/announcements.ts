/** Records what is announced to assistive technology from now on, with its urgency. Call it before each test. */
export function recordAnnouncements(): [text: string, urgency: string][] {
  const announced: [string, string][] = []
  for (const urgency of ['polite', 'assertive']) {
    document.getElementById(`announce-${urgency}`)?.remove()
    const region = document.createElement('div')
    region.id = `announce-${urgency}`
    // An announcement empties the region first, and then has one element for each sentence.
    region.replaceChildren = (...sentences: (Node | string)[]) => {
      for (const sentence of sentences)
        announced.push([typeof sentence === 'string' ? sentence : (sentence.textContent ?? ''), urgency])
    }
    document.body.append(region)
  }
  return announced
}
