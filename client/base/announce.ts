export type Urgency = 'polite' | 'assertive'

/** Announces a sentence to assistive technology without showing it. */
export function announce(text: string, urgency: Urgency): void {
  const place = liveRegion(urgency)
  place.textContent = ''
  // Screen readers announce changes only, so the region is emptied first to repeat the same sentence.
  setTimeout(() => (place.textContent = text), 60)
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
