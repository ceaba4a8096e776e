export type Urgency = 'polite' | 'assertive'

/** Says a sentence to assistive technology, without showing it. */
export function announce(text: string, urgency: Urgency): void {
  const place = liveRegion(urgency)
  place.textContent = ''
  // Screen readers hear a change only, so the same sentence twice needs an empty moment in between.
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
