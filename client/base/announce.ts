export type Urgency = 'polite' | 'assertive'

/** The sentences that are announced next. */
const waiting = new Map<HTMLElement, string[]>()

/**
 * Announces a sentence to assistive technology without showing it; after another one, if that was a moment ago. An empty
 * text takes back what is not announced yet.
 */
export function announce(text: string, urgency: Urgency): void {
  const place = liveRegion(urgency)
  // Screen readers announce changes only, so the region is emptied first to repeat the same sentence.
  place.replaceChildren()
  const before = waiting.get(place)
  if (text === '') waiting.delete(place)
  else if (before) before.push(text)
  else {
    const sentences = [text]
    waiting.set(place, sentences)
    setTimeout(() => {
      if (waiting.get(place) !== sentences) return
      waiting.delete(place)
      place.replaceChildren(...[...new Set(sentences)].map((sentence) => paragraphIn(place, sentence)))
    }, 60)
  }
}

/** Of the document of the place, which may be gone by now. */
function paragraphIn({ ownerDocument }: HTMLElement, text: string): HTMLElement {
  const element = ownerDocument.createElement('p')
  element.textContent = text
  return element
}

function liveRegion(urgency: Urgency): HTMLElement {
  const id = `announce-${urgency}`
  return document.getElementById(id) ?? addRegion(id, urgency)
}

function addRegion(id: string, urgency: Urgency): HTMLElement {
  const place = document.createElement('div')
  place.id = id
  place.className = 'visually-hidden'
  place.setAttribute('aria-live', urgency)
  document.body.append(place)
  return place
}
